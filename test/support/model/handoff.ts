import type { FakeClock } from '../fake-clock.ts';
import type { Session } from './session.ts';

/** Handoff to a live agent (M-13.1 to M-13.5). */
export interface Handoff {
  begin(session: Session, size: number): void;
  /** The live agent leaves. */
  leave(session: Session): void;
}

export const ADA = { agent_id: 'ada', agent_name: 'Ada' };
/** M-13.6: the first events may come in any order. */
const STARTS = [
  ['AGENT_TRIGGERED_HANDOFF', 'AGENT_LEFT', 'HANDOFF_ACCEPTED'],
  ['AGENT_LEFT', 'AGENT_TRIGGERED_HANDOFF', 'HANDOFF_ACCEPTED'],
  ['AGENT_TRIGGERED_HANDOFF', 'HANDOFF_ACCEPTED', 'AGENT_LEFT'],
  ['HANDOFF_ACCEPTED', 'AGENT_TRIGGERED_HANDOFF', 'AGENT_LEFT'],
] as const;
/** Outcomes of a handoff. `visit`: the live agent joins and leaves again. */
const OUTCOMES = ['live', 'visit', 'failed', 'timeout', 'client-required'] as const;
const REASONS = ['COMPLEX_QUERY', 'AGENT_DECISION', 'POLICY'] as const;

const FAILS_MS = 1_500;
const JOINS_MS = 2_000;
const SPEAKS_MS = 2_800;
const LEAVES_MS = 6_000;

/** Selects an element by an integer of any size. */
export const pick = <const List extends readonly unknown[]>(list: List, size: number): List[number] =>
  list[size % list.length];

export function createHandoff(
  clock: FakeClock,
  speak: (session: Session) => void,
  record: (what: string) => void,
): Handoff {
  const typing = (session: Session, state: 'STARTED' | 'STOPPED') =>
    session.sendTransient('LIVE_AGENT_TYPING', { state: `TYPING_STATE_${state}`, ...ADA });

  function sendQueueStatus(session: Session): void {
    for (const [step, position] of [3, 2, 1].entries()) {
      clock.after(400 + step * 400, () =>
        session.append('HANDOFF_QUEUE_STATUS', { queue_name: 'Orders', position_in_queue: position }),
      );
    }
  }

  function liveAgentTakesOver(session: Session): void {
    clock.after(JOINS_MS, () => {
      if (!session.append('LIVE_AGENT_JOINED', { agent: { id: ADA.agent_id, name: ADA.agent_name } })) return;
      session.handoff = 'live';
      record('turn: a live agent joins');
      typing(session, 'STARTED');
    });
    clock.after(SPEAKS_MS, () => {
      if (session.handoff !== 'live') return;
      speak(session);
      typing(session, 'STOPPED');
    });
  }

  function leave(session: Session): void {
    if (session.handoff !== 'live') return;
    session.handoff = 'none';
    if (session.append('LIVE_AGENT_LEFT', ADA)) record('turn: a live agent leaves');
  }

  return {
    begin(session, size) {
      if (session.handoff !== 'none') return;
      const outcome = pick(OUTCOMES, size);
      record(`handoff: ${outcome}`);
      if (outcome === 'client-required') {
        const required = { reason: pick(REASONS, size), queue_name: 'Orders' };
        // The agent leaves because of it, before or after.
        const leavesFirst = Math.floor(size / OUTCOMES.length) % 2 === 0;
        if (leavesFirst) session.append('AGENT_LEFT');
        session.append('CLIENT_HANDOFF_REQUIRED', required);
        if (!leavesFirst) session.append('AGENT_LEFT');
        return;
      }
      session.handoff = 'under-way';
      for (const stem of pick(STARTS, Math.floor(size / OUTCOMES.length))) {
        session.append(stem, stem === 'HANDOFF_ACCEPTED' ? { queue_name: 'Orders' } : {});
      }
      if (outcome === 'failed' || outcome === 'timeout') {
        clock.after(FAILS_MS, () => {
          session.append(outcome === 'failed' ? 'HANDOFF_FAILED' : 'HANDOFF_TIMEOUT');
          session.handoff = 'none';
        });
        return;
      }
      sendQueueStatus(session);
      liveAgentTakesOver(session);
      if (outcome === 'visit') clock.after(LEAVES_MS, () => leave(session));
    },
    leave,
  };
}
