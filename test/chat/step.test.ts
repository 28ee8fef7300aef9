import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChatState, dueAt, type Input, initialState } from '../../src/chat/model/state.ts';
import { rowsOf } from '../../src/chat/model/transcript.ts';
import { step } from '../../src/chat/steps/step.ts';
import {
  agentJoined,
  agentMessage,
  chunk,
  GRANT,
  sessionStart,
  systemMessage,
  thinking,
  wireEvent,
} from '../support/chat-harness.ts';
import { shareOf } from '../support/sizes.ts';

const events = fc.oneof(
  fc.constant(sessionStart()),
  fc.integer({ min: 2, max: 12 }).map(agentJoined),
  fc.integer({ min: 2, max: 12 }).map((n) => agentMessage(n, `message ${n}`)),
  fc
    .tuple(fc.integer({ min: 2, max: 12 }), fc.integer({ min: 0, max: 4 }), fc.boolean())
    .map(([n, i, done]) => chunk(n, 'm', i, `${i} `, done)),
  fc.constant(thinking()),
  fc.constant(systemMessage('Error: Conversation not found')),
  fc.constant(systemMessage('Unknown event type or invalid message format')),
  fc
    .integer({ min: 2, max: 12 })
    .map((n) => wireEvent('USER_MESSAGE', n, { text: 'hi', message_id: `u${n}` })),
  fc.integer({ min: 10, max: 14 }).map((n) => wireEvent('SESSION_END', n)),
);

/** Inputs, mostly for the present socket or call; the others are late inputs of older ones. A socket is often open. */
const inputs = fc.oneof(
  fc.constantFrom('grant', 'socket-opened').map((type) => ({ type })),
  events.map((event) => ({ type: 'frame' as const, text: JSON.stringify(event) })),
  fc.array(events, { maxLength: 5 }).map((batch) => ({
    type: 'frame' as const,
    text: JSON.stringify({ type: 'EVENT_TYPE_EVENT_BATCH', payload: { events: batch } }),
  })),
  fc.string().map((text) => ({ type: 'frame' as const, text })),
  fc
    .constantFrom(
      'socket-opened',
      'binary-frame',
      'online',
      'offline',
      'visible',
      'hidden',
      'pagehide',
      'pageshow',
      'rest',
      'end',
      'restart',
      'reconnect',
      'tick',
    )
    .map((type) => ({ type })),
  fc
    .constantFrom(1000, 1006, 1009, 1012, 1008, 4001)
    .map((code) => ({ type: 'socket-closed' as const, code })),
  fc
    .constantFrom('send', 'retry', 'start', 'typing', 'grant', 'error', 'gone', 'elsewhere', 'stored')
    .map((type) => ({ type })),
);

const runs = fc.array(
  fc.tuple(inputs, fc.integer({ min: 0, max: 20_000 }), fc.double({ min: 0, max: 0.999, noNaN: true })),
  {
    maxLength: 60,
    size: 'max',
  },
);

function toInput(
  state: ChatState,
  given: { type: string; text?: string; code?: number },
  at: number,
  random: number,
  n: number,
): Input {
  const socket = 'socket' in state.connection ? state.connection.socket : state.lastNumber;
  const call = state.session.status === 'calling' ? state.session.call : (state.sessionCheck?.call ?? 0);
  const base = { at, random };
  switch (given.type) {
    case 'frame':
      return { ...base, type: 'frame', socket, text: given.text ?? '' };
    case 'socket-opened':
    case 'binary-frame':
      return { ...base, type: given.type, socket };
    case 'socket-closed':
      return { ...base, type: 'socket-closed', socket, code: given.code ?? 1006 };
    case 'send':
      return { ...base, type: 'send', id: `c${n}`, text: 'hi' };
    case 'retry':
      return { ...base, type: 'retry', id: `c${n % 5}` };
    case 'start':
      return { ...base, type: 'start', storedSessionId: n % 2 ? 'session-1' : null };
    case 'typing':
      return { ...base, type: 'typing', isTyping: n % 2 === 0 };
    case 'grant':
      return {
        ...base,
        type: 'relay-answered',
        call,
        answer: { type: 'grant', grant: { ...GRANT, dialect_assumed: random < 0.5 } },
      };
    case 'error':
      return { ...base, type: 'relay-answered', call, answer: { type: 'error' } };
    case 'gone':
      return { ...base, type: 'relay-answered', call, answer: { type: 'unknown-session' } };
    case 'elsewhere':
      return {
        ...base,
        type: 'relay-answered',
        call,
        answer: { type: 'created-elsewhere', sessionId: 'session-1' },
      };
    case 'stored':
      return { ...base, type: 'stored', sessionId: [null, 'session-1', 'session-2'][n % 3] ?? null };
    default:
      return { ...base, type: given.type } as Input;
  }
}

const ATTEMPTS = ['call-relay', 'open-socket', 'renew-socket'];
const WISHES = ['start', 'send', 'retry', 'reconnect', 'restart'];

describe('step', () => {
  it('keeps the invariants for any inputs in any order', () => {
    fc.assert(
      fc.property(runs, (run) => {
        let state = initialState({ network: { status: 'online' } });
        let at = 1_000_000;
        let open = new Set<number>();
        for (const [n, [given, laterMs, random]] of [
          { type: 'start' },
          { type: 'grant' },
          { type: 'socket-opened' },
        ]
          .map((input) => [input, 0, 0.5] as const)
          .concat(run as never)
          .entries()) {
          at += laterMs;
          const frozen = JSON.stringify(state.conversation.transcript);
          const input = toInput(state, given as never, at, random, n);
          const [next, effects] = step(state, input);
          // The previous state is not changed: the same input gives the same again.
          expect(JSON.stringify(state.conversation.transcript)).toBe(frozen);
          expect(JSON.stringify(step(state, input))).toBe(JSON.stringify([next, effects]));
          if (given.type === 'socket-closed' && 'socket' in state.connection)
            open.delete(state.connection.socket);
          for (const effect of effects) {
            if (effect.type === 'close-socket') open.delete(effect.socket);
            if (effect.type === 'open-socket') open.add(effect.socket);
          }
          // I1: at most one socket. I3: none after the end; while offline one attempt a minute, and those that the visitor wants.
          expect(open.size).toBeLessThanOrEqual(1);
          if (next.conversation.ended !== null || next.network.status === 'offline' || next.isSuspended)
            expect(open.size).toBe(0);
          if (effects.some(({ type }) => ATTEMPTS.includes(type)) && 'tryAt' in next.network) {
            expect(next.network.tryAt).toBe(at + 60_000);
            if ('tryAt' in state.network && !WISHES.includes(given.type))
              expect(at).toBeGreaterThanOrEqual(state.network.tryAt);
          }
          // I5: the cursor never falls within a session. Another one begins with a grant.
          if (next.session.status === 'open') {
            expect(next.conversation.progress.cursor).toBeGreaterThanOrEqual(
              state.conversation.progress.cursor,
            );
          }
          // I7, I8: sorted, and every id once.
          const rows = rowsOf(next.conversation.transcript);
          expect(rows.every((row, i) => (rows[i - 1]?.rank ?? 0) <= row.rank)).toBe(true);
          expect(new Set(rows.map(({ entry }) => entry.id)).size).toBe(rows.length);
          // I11: an indicator implies a deadline.
          if (next.conversation.thinkingUntil !== null)
            expect(next.conversation.thinkingUntil).toBeLessThanOrEqual(at + 30_000);
          state = next;
          open = new Set(open);
        }
        // A passed deadline is applied once and never stays due.
        for (let i = 0; i < 50; i++) {
          const due = dueAt(state);
          if (due === null) break;
          at = Math.max(at, due);
          const [next] = step(state, { type: 'tick', at, random: 0.5 });
          const nextDue = dueAt(next);
          expect(nextDue === null || nextDue > at || next !== state).toBe(true);
          if (nextDue !== null && nextDue <= at) {
            const [after] = step(next, { type: 'tick', at, random: 0.5 });
            const afterDue = dueAt(after);
            expect(afterDue === null || afterDue > at).toBe(true);
          }
          state = next;
        }
      }),
      { numRuns: shareOf(500) },
    );
  });
});
