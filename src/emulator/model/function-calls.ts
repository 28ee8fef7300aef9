import type { Turn } from './turn.ts';

/** The intent behind each function call. A look-up has the id of the entry it found instead. */
const INTENTS = { find_order: 'identify', hand_off: 'human', end_conversation: 'bye' } as const;

export const intentsOf = ({ function_calls: calls }: Turn): readonly string[] => [
  ...new Set(
    calls.flatMap(({ name, result }) =>
      name !== 'find_answer' ? [INTENTS[name]] : result === null ? [] : [result],
    ),
  ),
];

/** Function events of a conversation in the order of their times. `failures` are the times at which the agent failed to answer. */
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

/** Function events grouped by function name. */
export function eventsByFunction(events: ReturnType<typeof functionEvents>) {
  const eventsOf = (wanted: string) =>
    events.flatMap(({ name, ...event }) => (name === wanted ? [event] : []));
  return Object.fromEntries(events.map(({ name }) => [name, eventsOf(name)]));
}
