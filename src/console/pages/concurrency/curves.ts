import type { Interval } from '../../answers.ts';

/** The concurrency of a variant, or of all conversations. */
export interface Curve {
  /** Empty for all conversations. */
  readonly name: string;
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  readonly max: number;
  /** The first window with the maximum. */
  readonly maxAt: number;
}

/** The curves of an answer, one for each variant. Every curve has a value or a gap at every time of the answer. */
export function curvesOf(intervals: readonly Interval[]): readonly Curve[] {
  const byName = new Map<string, Map<number, number>>();
  const all = new Set<number>();
  for (const { time, maxConcurrentConversations: value, variantName, variantId } of intervals) {
    const at = Date.parse(time);
    if (Number.isNaN(at) || value === undefined) continue;
    all.add(at);
    const name = variantName ?? variantId ?? '';
    const values = byName.get(name) ?? new Map<number, number>();
    byName.set(name, values.set(at, value));
  }
  const times = [...all].sort((one, other) => one - other);
  return [...byName].map(([name, values]) => {
    const max = Math.max(...values.values());
    return {
      name,
      times,
      values: times.map((at) => values.get(at) ?? null),
      max,
      maxAt: times.find((at) => values.get(at) === max) ?? 0,
    };
  });
}
