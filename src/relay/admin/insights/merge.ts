import type { Named, Rollup, Tally } from './rollup.ts';

const add = (a: number, b: number): number => a + b;

function mergeMaps<K, V>(
  a: ReadonlyMap<K, V>,
  b: ReadonlyMap<K, V>,
  mergeValues: (a: V, b: V) => V,
): ReadonlyMap<K, V> {
  if (b.size === 0) return a;
  if (a.size === 0) return b;
  const merged = new Map(a);
  for (const [key, value] of b) {
    const other = merged.get(key);
    merged.set(key, other === undefined ? value : mergeValues(other, value));
  }
  return merged;
}

/** The counts of both. */
export function mergeTallies(a: Tally, b: Tally): Tally {
  // Written out: this runs three times for each conversation.
  return {
    conversations: a.conversations + b.conversations,
    inProgress: a.inProgress + b.inProgress,
    turns: a.turns + b.turns,
    handoffs: a.handoffs + b.handoffs,
    silentConversations: a.silentConversations + b.silentConversations,
    silentTurns: a.silentTurns + b.silentTurns,
    outOfDomainConversations: a.outOfDomainConversations + b.outOfDomainConversations,
    outOfDomainTurns: a.outOfDomainTurns + b.outOfDomainTurns,
    seconds: a.seconds + b.seconds,
    unreadable: a.unreadable + b.unreadable,
    latency: mergeMaps(a.latency, b.latency, add),
  };
}

const mergeNamed = <T>(a: Named<T>, b: Named<T>, mergeValues: (a: T, b: T) => T): Named<T> => ({
  named: mergeMaps(a.named, b.named, mergeValues),
  rest: mergeValues(a.rest, b.rest),
});

const highest = (a: number | undefined, b: number | undefined) =>
  a === undefined ? b : b === undefined ? a : Math.max(a, b);

/** The rollup of the conversations of both. Commutative and associative; `NOTHING` changes nothing. */
export const merge = (a: Rollup, b: Rollup): Rollup => ({
  all: mergeTallies(a.all, b.all),
  channels: mergeNamed(a.channels, b.channels, mergeTallies),
  variants: mergeNamed(a.variants, b.variants, mergeTallies),
  reasons: mergeNamed(a.reasons, b.reasons, add),
  peak: highest(a.peak, b.peak),
});

/** Names of each kind that are kept apart. Whoever invents names must not fill the store. */
const MAX_NAMES = 50;

function boundNamed<T>(
  { named, rest }: Named<T>,
  size: (it: T) => number,
  mergeValues: (a: T, b: T) => T,
  maxNames: number,
): Named<T> {
  if (named.size <= maxNames) return { named, rest };
  const commonest = [...named].sort(([a, x], [b, y]) => size(y) - size(x) || (a < b ? -1 : 1));
  return {
    named: new Map(commonest.slice(0, maxNames)),
    rest: commonest.slice(maxNames).reduce((sum, [, it]) => mergeValues(sum, it), rest),
  };
}

const sizeOf = ({ conversations }: Tally): number => conversations;

export const boundTallies = (it: Named<Tally>, maxNames: number): Named<Tally> =>
  boundNamed(it, sizeOf, mergeTallies, maxNames);

/** Keeps the commonest names and sums up the others. Applied once to a whole window, so that its result depends on no order. */
export const bound = (it: Rollup): Rollup => ({
  ...it,
  channels: boundTallies(it.channels, MAX_NAMES),
  variants: boundTallies(it.variants, MAX_NAMES),
  reasons: boundNamed(it.reasons, (count) => count, add, MAX_NAMES),
});
