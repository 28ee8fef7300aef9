/** Pseudo-random numbers that are determined by a seed. */
export interface SeededRandom {
  /** A number from 0 up to 1, exclusive. */
  next(): number;
  /** A whole number from 0 up to a limit, exclusive. */
  below(limit: number): number;
  pick<T>(items: readonly [T, ...T[]] | readonly T[]): T;
}

/** One Mulberry32 step: returns the next state, a 32-bit integer. */
export const nextState = (state: number): number => (state + 0x6d2b79f5) | 0;

/** The random number of a Mulberry32 state, from 0 up to 1, exclusive. */
export function randomOf(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

export function createSeededRandom(seed: number): SeededRandom {
  let state = seed | 0;
  function next(): number {
    state = nextState(state);
    return randomOf(state);
  }
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, pick: (items) => items[below(items.length)] as (typeof items)[number] };
}

/** The seed of one item of a series. The sequences of neighbouring items are unrelated. */
export function seedOf(seed: number, index: number): number {
  let mixed = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
