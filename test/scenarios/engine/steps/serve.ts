import type { Server } from '../far-side.ts';
import { type ClientFrame, type Connection, isOpen } from '../record.ts';
import type { Step } from '../scenario.ts';
import type { Stage } from '../stage.ts';
import { joined, start } from './generate.ts';
import { stampedFrame } from './stored.ts';

/**
 * A normal server without a script: it replays, stores, echoes to every connection of the session, lets the agent join and
 * ends the session when asked to. What it loses is the script's policy.
 */
function createServer({ chronicle, far, policies }: Stage): Server {
  const { journal } = chronicle;
  let taken = 0;

  const nextSequence = () => Math.max(0, ...journal.map((it) => Number(it['sequence']))) + 1;
  const has = (ending: string) => journal.some((it) => String(it['type']).endsWith(ending));

  function publish(event: Step, times = 1): void {
    journal.push(event);
    for (const connection of chronicle.connections.filter(isOpen)) {
      if (connection.isDeaf) continue;
      for (let i = 0; i < times; i++) far.say(connection, JSON.stringify(event));
    }
  }

  const echoOf = (frame: ClientFrame) => stampedFrame(frame, { sequence: nextSequence() });

  return {
    opened(connection: Connection) {
      if (!has('_SESSION_START')) journal.unshift(start(1));
      const cursor = Number(connection.url.searchParams.get('cursor') ?? 0);
      const events = journal.filter((it) => Number(it['sequence']) > cursor);
      far.say(connection, JSON.stringify({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events } }));
    },
    took(frame) {
      switch (frame.type) {
        case 'EVENT_TYPE_USER_MESSAGE': {
          taken += 1;
          if (policies.get('drop_user_messages')?.includes(taken)) return;
          const event = echoOf(frame);
          if (policies.get('drop_echoes')?.includes(taken)) journal.push(event);
          else publish(event, policies.get('echo_twice')?.includes(taken) ? 2 : 1);
          return;
        }
        case 'EVENT_TYPE_REQUEST_POLY_AGENT_JOIN':
          publish(echoOf(frame));
          if (!has('_AGENT_JOINED')) publish(joined(nextSequence()));
          return;
        case 'EVENT_TYPE_USER_END_SESSION': {
          publish(echoOf(frame));
          const sequence = nextSequence();
          const payload = { reason: 'REASON_USER_END' };
          publish({ ...start(sequence), id: `end-${sequence}`, type: 'EVENT_TYPE_SESSION_END', payload });
          return;
        }
      }
    },
  };
}

/** For that long; what follows in the script is the script's again. */
export async function serve(stage: Stage, forMs: number): Promise<void> {
  stage.far.server = createServer(stage);
  // Connections that wait are its own from the start.
  await stage.pass(forMs);
  if (stage.next() !== undefined) stage.far.server = null;
}
