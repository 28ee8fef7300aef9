import { parseJson } from '../../../base/bounded-body.ts';
import { VERSION } from '../../../base/version.ts';
import { CARRIERS } from '../../../protocol/relay.ts';
import { type CarriedReport, HEALTH_ERRORS } from '../../../protocol/visitor-health.ts';
import { bucketOf, type Histogram } from './histogram.ts';

/** Counts of pages with an opened chat, as their reports say (M-14.18). `carriers` and `otherVersion` count these pages, too. */
const COUNTS = ['usable', 'failed', 'otherVersion', 'reconnects', 'failedMessages'] as const;
const NAMES = [...COUNTS, ...CARRIERS, ...HEALTH_ERRORS] as const;
type Name = (typeof NAMES)[number];

const LATENCIES = ['usableMs', 'firstWordMs'] as const;

/** All numbers are integers, so that sums do not depend on their order. */
export interface VisitorTally extends Readonly<Record<(typeof LATENCIES)[number], Histogram>> {
  readonly counts: Readonly<Record<Name, number>>;
}

const NONE = Object.fromEntries(NAMES.map((name) => [name, 0])) as Record<Name, number>;

const create = (counts: Partial<Record<Name, number>> = {}) => ({
  counts: { ...NONE, ...counts },
  usableMs: new Map<number, number>(),
  firstWordMs: new Map<number, number>(),
});

const histogramOf = (ms: number | undefined) => new Map(ms === undefined ? [] : [[bucketOf(ms), 1] as const]);

export const tallyOf = (report: CarriedReport): VisitorTally => ({
  ...create({
    ...report.errors,
    reconnects: report.reconnects ?? 0,
    failedMessages: report.failed ?? 0,
    ...(report.opened && {
      [report.opened]: 1,
      [report.carrier]: 1,
      otherVersion: report.version === VERSION ? 0 : 1,
    }),
  }),
  usableMs: histogramOf(report.usable_ms),
  firstWordMs: histogramOf(report.first_word_ms),
});

type Sum = ReturnType<typeof create>;

function addTo(sum: Sum, tally: VisitorTally): void {
  for (const name of NAMES) sum.counts[name] += tally.counts[name];
  for (const name of LATENCIES)
    for (const [bucket, count] of tally[name]) sum[name].set(bucket, (sum[name].get(bucket) ?? 0) + count);
}

export function sumOfTallies(all: Iterable<VisitorTally>): VisitorTally {
  const sum = create();
  for (const tally of all) addTo(sum, tally);
  return sum;
}

/** Adds up tallies by the beginning of their window. */
export function createVisitorSums() {
  const sums = new Map<number, Sum>();
  return {
    add(start: number, tally: VisitorTally): void {
      const sum = sums.get(start) ?? create();
      sums.set(start, sum);
      addTo(sum, tally);
    },
    read: (): ReadonlyMap<number, VisitorTally> => sums,
  };
}

/** Changes with the format of the text. */
const FORMAT = 1;

const flat = (histogram: Histogram) => [...histogram].sort(([a], [b]) => a - b).flat();

/** Writes a tally as short text, for a store. Equal tallies have equal texts. */
export const writeTally = ({ counts, usableMs, firstWordMs }: VisitorTally): string =>
  JSON.stringify([
    FORMAT,
    Object.fromEntries(NAMES.flatMap((name) => (counts[name] > 0 ? [[name, counts[name]]] : []))),
    flat(usableMs),
    flat(firstWordMs),
  ]);

const pairsOf = (numbers: readonly number[]): Histogram =>
  new Map(numbers.flatMap((bucket, index) => (index % 2 ? [] : [[bucket, numbers[index + 1] ?? 0]])));

/** Reads the text of `writeTally`; undefined for any other text. */
export function readTally(text: string): VisitorTally | undefined {
  const [format, counts, usableMs, firstWordMs] = (parseJson(text) ?? []) as readonly [
    unknown,
    Partial<Record<Name, number>>,
    readonly number[],
    readonly number[],
  ];
  if (format !== FORMAT) return undefined;
  return { ...create(counts), usableMs: pairsOf(usableMs), firstWordMs: pairsOf(firstWordMs) };
}
