import * as z from 'zod';
import { figuresOf } from '../insights/figures.ts';
import { keptStep, readSteps, readSum, stepsBefore, stepsOf, totalOf } from '../insights/history.ts';
import type { Insights } from '../insights/insights.ts';
import { MAX_NAMES } from '../insights/merge.ts';
import type { Environment } from '../insights/plan.ts';
import type { HealthCounts } from '../insights/relay-health.ts';
import type { Rollup } from '../insights/rollup.ts';
import { alignRange, comparisonOf, DAY_MS, type Range } from '../insights/thinning.ts';
import { iso, time } from './insights-range.ts';

/** Summary of a range in an overview or report, compared with the same length whole weeks before. */

/** A reason is new if it did not occur in this time before the range. */
const NEW_AFTER_MS = 8 * DAY_MS;

const healthCounts = z.object({
  sessions: z.int().describe('Sessions created.'),
  refusals: z.int().describe('Requests and handshakes that a rule of the relays refused.'),
  upstream_errors: z
    .int()
    .describe('Calls to the platform without an answer, or with a status of 500 or more.'),
  webhooks: z.int().describe('Received webhooks, including repeated ones.'),
});
export const relayCounts = {
  known_since: z
    .nullable(time)
    .describe('Beginning of the known counts. A store in memory knows them since its start.'),
  totals: z.nullable(healthCounts).describe('null: nothing of the range is known.'),
  previous: z.nullable(healthCounts).describe('null: not all of the previous range is known.'),
};
const wireHealth = (counts: HealthCounts = { sessions: 0, refusals: 0, upstreamErrors: 0, webhooks: 0 }) => ({
  sessions: counts.sessions,
  refusals: counts.refusals,
  upstream_errors: counts.upstreamErrors,
  webhooks: counts.webhooks,
});

export const handoffReasons = {
  handoff_reasons: z
    .array(
      z.object({
        reason: z.string(),
        handoffs: z.int(),
        is_new: z
          .boolean()
          .describe(
            'True if it did not occur in the 8 days before the range. False if these days are unknown or had too many reasons to keep all.',
          ),
      }),
    )
    .describe('The 50 commonest, in this order.'),
  other_handoffs: z.int().describe('Handoffs with other reasons.'),
};

export const previousRange = {
  previous_from: time.describe(
    'Beginning of the range to compare with, whole weeks before: one week for a range of up to a week. It is rounded down to an hour if it is older than 8 days, to a UTC day after 60.',
  ),
  previous_to: time.describe(
    'End of the range to compare with. It is as long as the known part of the range, in whole windows.',
  ),
};

/** The commonest reasons of handoffs for answers, and the number of other handoffs. */
export function commonestReasons({ reasons: { named, rest } }: Pick<Rollup, 'reasons'>) {
  const sorted = [...named].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const others = sorted.slice(MAX_NAMES).reduce((sum, [, handoffs]) => sum + handoffs, rest);
  return { named: sorted.slice(0, MAX_NAMES), rest: others };
}

/** Reads the figures of a range. `seriesStep` is the step of its series, if windows that short are still kept. */
export async function summarize(
  { windows, health, now, timeZone: zone }: Pick<Insights, 'windows' | 'health' | 'now' | 'timeZone'>,
  {
    requested,
    known,
    environment,
  }: { readonly requested: Range; readonly known: Range; readonly environment: Environment },
  seriesStep: (range: Range) => number,
) {
  const range = alignRange(requested, now());
  const comparison = comparisonOf(requested, range, { knownUntil: known.to, now: now(), zone });
  const { previous: previousRange } = comparison;
  const stepMs = keptStep(range, seriesStep(range), now());
  const steps = stepsOf(range, stepMs);
  const { from: historyFrom } = alignRange({ from: range.from - NEW_AFTER_MS, to: range.from }, now());
  const history = { from: Math.max(historyFrom, known.from), to: Math.min(range.from, known.to) };
  const hasHistory = history.from < history.to;
  const [series, previousSeries, previous, before, relays] = await Promise.all([
    readSteps(windows, environment, steps, known),
    readSteps(windows, environment, stepsBefore(steps, comparison, stepMs), known),
    readSum(windows, environment, previousRange, known),
    hasHistory ? windows.sum(environment, history, DAY_MS) : undefined,
    health.read([range, previousRange]),
  ]);
  const [current, earlier] = relays.sums;
  const { knownSince = Number.POSITIVE_INFINITY } = relays;
  const total = totalOf(series);
  // An incomplete previous range would exaggerate every change.
  const isPreviousKnown = comparison.isAlike && known.from <= previousRange.from;
  const reasons = commonestReasons(total);
  return {
    range,
    /** undefined: its length differs too much. */
    comparedRange: comparison.isAlike ? previousRange : undefined,
    previousRange: {
      previous_from: iso(previousRange.from),
      previous_to: iso(previousRange.to),
    },
    stepMs,
    series,
    previousSeries,
    total,
    previous: isPreviousKnown ? figuresOf(previous.all, previous.peak) : null,
    reasons: {
      handoff_reasons: reasons.named.map(([reason, handoffs]) => ({
        reason,
        handoffs,
        // The combined other reasons may include this one.
        is_new: before?.reasons.rest === 0 && !before.reasons.named.has(reason),
      })),
      other_handoffs: reasons.rest,
    },
    relays: {
      known_since: relays.knownSince === undefined ? null : iso(relays.knownSince),
      totals: knownSince < range.to ? wireHealth(current) : null,
      previous: knownSince <= previousRange.from ? wireHealth(earlier) : null,
    },
  };
}
