import type { AutomaticServer } from '../backend.ts';
import type { PlayContext } from '../play-context.ts';
import { type ClientFrame, type Connection, isOpen } from '../recording.ts';
import type { Step } from '../scenario.ts';
import { joined, start } from './generate.ts';
import { storedEvent } from './stored.ts';

/**
 * Creates a server without a script: it replays, stores, echoes to every connection of the session, lets the agent join and
 * ends the session on request. The script's policies say which frames it loses.
 */
function createServer({ recording, backend, policies }: PlayContext): AutomaticServer {
  const { journal } = recording;
  let taken = 0;

  const nextSequence = () => Math.max(0, ...journal.map((event) => Number(event['sequence']))) + 1;
  const has = (ending: string) => journal.some((event) => String(event['type']).endsWith(ending));

  function publish(event: Step, times = 1): void {
    journal.push(event);
    for (const connection of recording.connections.filter(isOpen)) {
      if (connection.isUnresponsive) continue;
      for (let i = 0; i < times; i++) backend.send(connection, JSON.stringify(event));
    }
  }

  const echoOf = (frame: ClientFrame) => storedEvent(frame, { sequence: nextSequence() });

  return {
    opened(connection: Connection) {
      if (!has('_SESSION_START')) journal.unshift(start(1));
      const cursor = Number(connection.url.searchParams.get('cursor') ?? 0);
      const events = journal.filter((event) => Number(event['sequence']) > cursor);
      backend.send(connection, JSON.stringify({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events } }));
    },
    frameReceived(frame) {
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

/** Runs the automatic server for a time. Then the script continues. */
export async function serve(context: PlayContext, forMs: number): Promise<void> {
  context.backend.server = createServer(context);
  // The server also takes connections that were waiting.
  await context.advance(forMs);
  if (context.nextStep() !== undefined) context.backend.server = null;
}
