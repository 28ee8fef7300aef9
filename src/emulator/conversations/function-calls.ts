import type { Turn } from './turn.ts';

/** A time that the agent's own code was run. */
export interface FunctionCall {
  readonly name: 'find_answer' | 'find_order' | 'hand_off' | 'end_conversation';
  /** Milliseconds. */
  readonly at: number;
  /** What came of it, e.g. the entry that was found; null for nothing. */
  readonly result: string | null;
  /** Why it failed; null when it did not. */
  readonly error: string | null;
}

/** What a visitor must have wanted where the agent did something; an answer's entry says it by itself. */
const INTENTS = { find_order: 'identify', hand_off: 'human', end_conversation: 'bye' } as const;

export const intentsOf = ({ function_calls: calls }: Turn): readonly string[] => [
  ...new Set(
    calls.flatMap(({ name, result }) =>
      name !== 'find_answer' ? [INTENTS[name]] : result === null ? [] : [result],
    ),
  ),
];

/** All that was run, in its order. Failures to answer have times only. */
export function functionEvents(turns: readonly Turn[], failures: readonly number[]) {
  const calls = turns.flatMap((turn, turnId) => turn.function_calls.map((call) => ({ turnId, ...call })));
  const failed = failures.map((at) => ({
    turnId: Math.max(
      0,
      turns.findLastIndex((turn) => turn.user_input_at <= at),
    ),
    name: 'answer' as const,
    at,
    result: null,
    error: 'function_error',
  }));
  return [...calls, ...failed]
    .toSorted((one, other) => one.at - other.at)
    .map(({ name, turnId, at, result, error }) => ({
      name,
      turnId,
      datetime: new Date(at).toISOString(),
      result,
      error,
    }));
}

/** The same by function. */
export function eventsByFunction(events: ReturnType<typeof functionEvents>) {
  const of = (wanted: string) => events.flatMap(({ name, ...event }) => (name === wanted ? [event] : []));
  return Object.fromEntries(events.map(({ name }) => [name, of(name)]));
}
