import type { Histogram } from './histogram.ts';
import { type Named, type Rollup, SUMS, type Tally } from './rollup.ts';

/** Changes with the format of the text, so that older rollups are read from the platform again. */
export const VERSION = 2;

type TallyText = readonly [...(readonly number[]), readonly number[]];

/** Pairs of a bucket and its count. A bucket is written as its short distance from the one before. */
const flatten = (latency: Histogram): readonly number[] => {
  let before = 0;
  return [...latency]
    .sort(([a], [b]) => a - b)
    .flatMap(([bucket, count]) => {
      const distance = bucket - before;
      before = bucket;
      return [distance, count];
    });
};

const writeTally = (tally: Tally): TallyText => [...SUMS.map((name) => tally[name]), flatten(tally.latency)];

const writeNamed = <T>({ named, rest }: Named<T>, write: (value: T) => unknown) => [
  [...named].map(([name, value]) => [name, write(value)]),
  write(rest),
];

/** Writes a rollup as short text, for a store. */
export const writeRollup = ({ all, channels, variants, reasons, peak }: Rollup): string =>
  JSON.stringify([
    VERSION,
    writeTally(all),
    writeNamed(channels, writeTally),
    writeNamed(variants, writeTally),
    writeNamed(reasons, (count) => count),
    peak ?? null,
  ]);

function readTally(text: unknown): Tally {
  const numbers = text as readonly number[];
  const flat = numbers[SUMS.length] as unknown as readonly number[];
  const latency = new Map<number, number>();
  let bucket = 0;
  for (let index = 0; index < flat.length; index += 2) {
    bucket += flat[index] ?? 0;
    latency.set(bucket, flat[index + 1] ?? 0);
  }
  const sums = Object.fromEntries(SUMS.map((name, index) => [name, Number(numbers[index])]));
  return { ...(sums as Record<(typeof SUMS)[number], number>), latency };
}

function readNamed<T>(text: unknown, read: (text: unknown) => T): Named<T> {
  const [named, rest] = text as readonly [readonly (readonly [string, unknown])[], unknown];
  return { named: new Map(named.map(([name, value]) => [name, read(value)])), rest: read(rest) };
}

/** Reads the text of `writeRollup`; undefined for any other text. */
export function readRollup(text: string): Rollup | undefined {
  try {
    const [version, all, channels, variants, reasons, peak] = JSON.parse(text) as readonly unknown[];
    if (version !== VERSION) return undefined;
    return {
      all: readTally(all),
      channels: readNamed(channels, readTally),
      variants: readNamed(variants, readTally),
      reasons: readNamed(reasons, Number),
      peak: peak === null ? undefined : Number(peak),
    };
  } catch {
    return undefined;
  }
}
