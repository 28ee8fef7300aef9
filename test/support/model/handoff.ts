import type { FakeClock } from '../fake-clock.ts';
import type { Session } from './session.ts';

/** A person takes over, or is tried to be had (spec messaging §13). */
export interface Handoff {
  begin(session: Session, size: number): void;
  /** The person goes. */
  leave(session: Session): void;
}

export const ADA = { agent_id: 'ada', agent_name: 'Ada' };
/** Leaving, handing over and being accepted come in any order. */
const STARTS = [
  ['AGENT_TRIGGERED_HANDOFF', 'AGENT_LEFT', 'HANDOFF_ACCEPTED'],
  ['AGENT_LEFT', 'AGENT_TRIGGERED_HANDOFF', 'HANDOFF_ACCEPTED'],
  ['AGENT_TRIGGERED_HANDOFF', 'HANDOFF_ACCEPTED', 'AGENT_LEFT'],
  ['HANDOFF_ACCEPTED', 'AGENT_TRIGGERED_HANDOFF', 'AGENT_LEFT'],
] as const;
/** `visit`: whoever takes over leaves again by themselves. */
const OUTCOMES = ['live', 'visit', 'failed', 'timeout', 'client-required'] as const;
const REASONS = ['COMPLEX_QUERY', 'AGENT_DECISION', 'POLICY'] as const;

const FAILS_MS = 1_500;
const JOINS_MS = 2_000;
const SPEAKS_MS = 2_800;
const LEAVES_MS = 6_000;

/** `size` is any whole number. */
export const pick = <const List extends readonly unknown[]>(list: List, size: number): List[number] =>
  list[size % list.length];

export function createHandoff(
  clock: FakeClock,
  speak: (session: Session) => void,
  happened: (what: string) => void,
): Handoff {
  const typing = (session: Session, state: 'STARTED' | 'STOPPED') =>
    session.whisper('LIVE_AGENT_TYPING', { state: `TYPING_STATE_${state}`, ...ADA });

  function wait(session: Session): void {
    for (const [turn, position] of [3, 2, 1].entries()) {
      clock.after(400 + turn * 400, () =>
        session.say('HANDOFF_QUEUE_STATUS', { queue_name: 'Orders', position_in_queue: position }),
      );
    }
  }

  function meet(session: Session): void {
    clock.after(JOINS_MS, () => {
      if (!session.say('LIVE_AGENT_JOINED', { agent: { id: ADA.agent_id, name: ADA.agent_name } })) return;
      session.handoff = 'live';
      happened('turn: a live agent joins');
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
    if (session.say('LIVE_AGENT_LEFT', ADA)) happened('turn: a live agent leaves');
  }

  return {
    begin(session, size) {
      if (session.handoff !== 'none') return;
      const outcome = pick(OUTCOMES, size);
      happened(`handoff: ${outcome}`);
      if (outcome === 'client-required') {
        session.say('CLIENT_HANDOFF_REQUIRED', { reason: pick(REASONS, size), queue_name: 'Orders' });
        return;
      }
      session.handoff = 'under-way';
      for (const stem of pick(STARTS, Math.floor(size / OUTCOMES.length))) {
        session.say(stem, stem === 'HANDOFF_ACCEPTED' ? { queue_name: 'Orders' } : {});
      }
      if (outcome === 'failed' || outcome === 'timeout') {
        clock.after(FAILS_MS, () => {
          session.say(outcome === 'failed' ? 'HANDOFF_FAILED' : 'HANDOFF_TIMEOUT');
          session.handoff = 'none';
        });
        return;
      }
      wait(session);
      meet(session);
      if (outcome === 'visit') clock.after(LEAVES_MS, () => leave(session));
    },
    leave,
  };
}
