import { type Named, NO_SUMS, type Rollup, SUMS, type Tally } from './rollup.ts';

/** Limit of separate names in a stored rollup. Invented names must not fill the store. */
export const MAX_NAMES = 50;
/** Limit of separate names while a sum is computed, to find the commonest names of a long range. */
const MAX_NAMES_IN_SUM = 1_000;
/** The same for a window of five minutes. A day holds many of these at once. */
export const MAX_NAMES_IN_WINDOW = 200;

type MutableTally = Record<(typeof SUMS)[number], number> & { readonly latency: Map<number, number> };

/** Addition of the values of a name. `add` may change the sum and returns it. */
interface Kind<Value, Sum extends Value> {
  readonly create: () => Sum;
  readonly add: (sum: Sum, value: Value) => Sum;
  readonly sizeOf: (value: Value) => number;
}

const COUNTS: Kind<number, number> = {
  create: () => 0,
  add: (sum, count) => sum + count,
  sizeOf: (count) => count,
};

const TALLIES: Kind<Tally, MutableTally> = {
  create: () => ({ ...NO_SUMS, latency: new Map() }),
  add(sum, tally) {
    for (const name of SUMS) sum[name] += tally[name];
    for (const [bucket, count] of tally.latency)
      sum.latency.set(bucket, (sum.latency.get(bucket) ?? 0) + count);
    return sum;
  },
  sizeOf: ({ conversations }) => conversations,
};

/** Keeps the commonest names and adds up the others. */
function boundNamed<Value, Sum extends Value>(
  { create, add, sizeOf }: Kind<Value, Sum>,
  { named, rest }: Named<Value>,
  maxNames: number,
): Named<Value> {
  if (named.size <= maxNames) return { named, rest };
  const commonest = [...named].sort(([a, x], [b, y]) => sizeOf(y) - sizeOf(x) || (a < b ? -1 : 1));
  return {
    named: new Map(commonest.slice(0, maxNames)),
    rest: commonest.slice(maxNames).reduce((sum, [, value]) => add(sum, value), add(create(), rest)),
  };
}

function createNamedSum<Value, Sum extends Value>(kind: Kind<Value, Sum>, maxNames: number) {
  const { create, add } = kind;
  const named = new Map<string, Sum>();
  let rest = create();
  return {
    add(values: Named<Value>): void {
      for (const [name, value] of values.named) named.set(name, add(named.get(name) ?? create(), value));
      rest = add(rest, values.rest);
      if (named.size <= maxNames) return;
      // Drops half of them, so that the names are sorted rarely.
      const kept = boundNamed(kind, { named, rest: create() }, Math.ceil(maxNames / 2));
      for (const name of named.keys()) if (!kept.named.has(name)) named.delete(name);
      rest = add(rest, kept.rest);
    },
    read: (): Named<Value> => ({ named, rest }),
  };
}

/** A sum of rollups. */
export interface Sum {
  add(rollup: Rollup): void;
  /** The sum so far. Later additions may change it. */
  read(): Rollup;
}

/**
 * Adds up rollups, in any order and grouping. Size and time are bounded: above `maxNames` names of a kind, the rarer ones become
 * part of the rest. Totals are always exact.
 */
export function createSum(maxNames: number): Sum {
  const all = TALLIES.create();
  const channels = createNamedSum(TALLIES, maxNames);
  const variants = createNamedSum(TALLIES, maxNames);
  const reasons = createNamedSum(COUNTS, maxNames);
  let peak: number | undefined;
  return {
    add(rollup) {
      TALLIES.add(all, rollup.all);
      channels.add(rollup.channels);
      variants.add(rollup.variants);
      reasons.add(rollup.reasons);
      peak = rollup.peak === undefined ? peak : Math.max(rollup.peak, peak ?? 0);
    },
    read: () => ({
      all,
      channels: channels.read(),
      variants: variants.read(),
      reasons: reasons.read(),
      peak,
    }),
  };
}

export function sumOf(all: Iterable<Rollup>): Rollup {
  const sum = createSum(MAX_NAMES_IN_SUM);
  for (const rollup of all) sum.add(rollup);
  return sum.read();
}

export const boundTallies = (tallies: Named<Tally>, maxNames: number): Named<Tally> =>
  boundNamed(TALLIES, tallies, maxNames);

/** Keeps the commonest names and adds up the others. Applied once to a whole window, so that the result does not depend on the order. */
export const bound = (rollup: Rollup): Rollup => ({
  ...rollup,
  channels: boundTallies(rollup.channels, MAX_NAMES),
  variants: boundTallies(rollup.variants, MAX_NAMES),
  reasons: boundNamed(COUNTS, rollup.reasons, MAX_NAMES),
});
