import * as z from 'zod';
import { CARRIERS } from '../../../protocol/relay.ts';
import { HEALTH_ERRORS } from '../../../protocol/visitor-health.ts';
import { countOf, quantile } from '../insights/histogram.ts';
import type { Insights } from '../insights/insights.ts';
import type { Range } from '../insights/thinning.ts';
import type { VisitorTally } from '../insights/visitor-tally.ts';
import { iso, time } from './insights-range.ts';

/** Figures of what pages report (M-14.18). */

const count = z.int().min(0);
const milliseconds = z.nullable(z.int()).describe('Estimate, at most 2.5 % off; null: unknown.');
const countsOf = <Name extends string>(names: readonly Name[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, count])) as Record<Name, typeof count>);

const figures = z.object({
  pages: count.describe('Pages whose visitor opened the chat, and that know how it went.'),
  failed_pages: count.describe('Those of them that could not connect.'),
  other_version_pages: count.describe("Those with another version than this relay's."),
  carriers: countsOf(CARRIERS).describe('The same pages by the way to the platform.'),
  usable_p50_ms: milliseconds,
  usable_p95_ms: milliseconds,
  first_words: count.describe('Pages that measured the time until a first word.'),
  first_word_p50_ms: milliseconds,
  first_word_p95_ms: milliseconds,
  failed_messages: count,
  reconnects: count,
  errors: countsOf(HEALTH_ERRORS).describe('Errors that pages showed, by code.'),
});

export const visitorFigures = z
  .object({
    known_since: z.nullable(time).describe('Beginning of the counts; null: none are stored.'),
    share: z
      .number()
      .describe(
        'The share of pages that report now: `FOYER_VISITOR_HEALTH`. Counts are those of this share.',
      ),
    totals: z.nullable(figures).describe('null: nothing of the range is known.'),
    previous: z.nullable(figures).describe('null: not all of the previous range is known.'),
  })
  .describe(
    'What pages report when they are left: an indication, because a page without a network reports nothing and strangers can invent reports.',
  );

const pick = <Name extends string>(names: readonly Name[], counts: Readonly<Record<Name, number>>) =>
  Object.fromEntries(names.map((name) => [name, counts[name]])) as Record<Name, number>;

const figuresOf = ({ counts, usableMs, firstWordMs }: VisitorTally): z.output<typeof figures> => ({
  pages: counts.usable + counts.failed,
  failed_pages: counts.failed,
  other_version_pages: counts.otherVersion,
  carriers: pick(CARRIERS, counts),
  usable_p50_ms: quantile(usableMs, 0.5)?.value ?? null,
  usable_p95_ms: quantile(usableMs, 0.95)?.value ?? null,
  first_words: countOf(firstWordMs),
  first_word_p50_ms: quantile(firstWordMs, 0.5)?.value ?? null,
  first_word_p95_ms: quantile(firstWordMs, 0.95)?.value ?? null,
  failed_messages: counts.failedMessages,
  reconnects: counts.reconnects,
  errors: pick(HEALTH_ERRORS, counts),
});

/** Reads the figures of a range, and of the previous one; undefined: it cannot be compared. */
export async function readVisitorFigures(
  { visitors, visitorShare }: Pick<Insights, 'visitors' | 'visitorShare'>,
  range: Range,
  before: Range | undefined,
): Promise<z.output<typeof visitorFigures>> {
  const { sums, knownSince } = await visitors.read(before ? [range, before] : [range]);
  const [totals, previous] = sums;
  const since = knownSince ?? Number.POSITIVE_INFINITY;
  return {
    known_since: knownSince === undefined ? null : iso(knownSince),
    share: visitorShare,
    totals: totals && since < range.to ? figuresOf(totals) : null,
    previous: before && previous && since <= before.from ? figuresOf(previous) : null,
  };
}
