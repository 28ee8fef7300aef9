import type { Interval } from '../../answers.ts';

/** The concurrency of a variant, or of all conversations. */
export interface Curve {
  /** Of the variant; empty for all conversations. */
  readonly id: string;
  readonly name: string;
  readonly times: readonly number[];
  readonly values: readonly (number | null)[];
  readonly max: number;
  /** The first window with the maximum. */
  readonly maxAt: number;
}

/** The curves of an answer, one for each variant, the busiest first. Every curve has a value or a gap at every time of the answer. */
export function curvesOf(intervals: readonly Interval[]): readonly Curve[] {
  const byId = new Map<string, { name: string; values: Map<number, number> }>();
  const all = new Set<number>();
  for (const { time, maxConcurrentConversations: value, variantName, variantId } of intervals) {
    const at = Date.parse(time);
    if (Number.isNaN(at) || value === undefined) continue;
    all.add(at);
    const id = variantId ?? variantName ?? '';
    const known = byId.get(id) ?? { name: variantName ?? id, values: new Map<number, number>() };
    known.values.set(at, value);
    byId.set(id, known);
  }
  const times = [...all].sort((one, other) => one - other);
  const curves = [...byId].map(([id, { name, values }]) => {
    const max = Math.max(...values.values());
    return {
      id,
      name,
      times,
      values: times.map((at) => values.get(at) ?? null),
      max,
      maxAt: times.find((at) => values.get(at) === max) ?? 0,
    };
  });
  return curves.sort((one, other) => other.max - one.max || (one.name < other.name ? -1 : 1));
}
