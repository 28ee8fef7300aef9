import * as z from 'zod';
import { err } from '../../../base/result.ts';
import { withRules } from '../../../platform/fields.ts';
import { activeAlert } from '../../../platform/index.ts';
import { okJson, operation } from '../api/operation.ts';
import { figures, figuresOf } from '../insights/figures.ts';
import type { Insights } from '../insights/insights.ts';
import { isStale } from '../insights/snapshot.ts';
import { DAY_MS, HOUR_MS, type Range, WINDOW_MS } from '../insights/thinning.ts';
import {
  coverage,
  iso,
  NOT_CONFIGURED,
  ORDER,
  READS_INSIGHTS,
  rangeQuery,
  readInsightQuery,
  step,
  time,
  wholeSteps,
} from './insights-range.ts';
import { handoffReasons, previousRange, relayCounts, summarize } from './range-summary.ts';
import { readVisitorFigures, visitorFigures } from './visitor-figures.ts';

/** Steps of small series. Each series has at most 60. */
const SMALL_STEPS = [WINDOW_MS, 2 * WINDOW_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS, 7 * DAY_MS];
const MAX_SMALL = 60;
const smallStep = ({ from, to }: Range): number =>
  // One more, because the first step may be partial.
  SMALL_STEPS.find((sizeMs) => (to - from) / sizeMs <= MAX_SMALL - 1) ?? 7 * DAY_MS;

const stale = z.boolean().describe('true: read more than 3 minutes ago, so the present state is unknown.');

/** The operation of the overview's data. It does not call the platform. */
export const overviewOperation = (insights: Insights | undefined) =>
  operation({
    ...READS_INSIGHTS,
    id: 'getOverview',
    summary:
      'Figures of a range and of whole weeks before, with handoff reasons, firing alerts and faults of the relays',
    path: '/overview',
    query: withRules(z.strictObject(rangeQuery), [ORDER]),
    rules: [`\`${ORDER.field}\` ${ORDER.message}.`],
    answer: z.object({
      ...coverage,
      ...previousRange,
      step: z.int().describe('Seconds of a step.'),
      totals: figures,
      previous: z
        .nullable(figures)
        .describe(
          'null: not all of the previous range is known, or what is kept of it is more than 5 % longer or shorter.',
        ),
      series: z.array(step).describe('At most 60 steps.'),
      previous_series: z
        .array(step)
        .describe(
          'One step for each step of `series`. All are unknown if the kept windows are longer than a step.',
        ),
      in_progress_now: z.nullable(
        z.object({
          at: time,
          conversations: z.int(),
          is_complete: z.boolean().describe('false: there were too many to count.'),
          stale,
        }),
      ),
      ...handoffReasons,
      alerts: z
        .nullable(z.object({ at: time, firing: z.array(activeAlert), stale }))
        .describe(
          'Alerts of the project and of the whole account; null: never read, or their host is not configured.',
        ),
      relays: z
        .object({ ...relayCounts, sockets: z.int() })
        .describe(
          'Counts of all relays, for the last 10 days. `sockets` counts the open sockets of the answering relay.',
        ),
      visitors: visitorFigures,
      unreadable: z
        .array(z.object({ id: z.string(), started_at: time }))
        .describe(
          'The latest conversations of the range that are too long or malformed, at most 20. They are counted without their turns.',
        ),
      failing: z
        .nullable(z.object({ since: time, code: z.string() }))
        .describe('Set while the relay cannot read the conversations of this environment.'),
    }),
    async perform({ query }) {
      if (!insights) return err(NOT_CONFIGURED);
      const reading = await readInsightQuery(insights, query);
      if (!reading.ok) return reading;
      const { requested, known, status, coverageOf } = reading.value;
      const [summary, sockets, present] = await Promise.all([
        summarize(insights, { requested, known, environment: query.client_env }, smallStep),
        insights.health.sockets(),
        insights.shared.readPresent(),
      ]);
      const { range, total, previous, series, previousSeries } = summary;
      const visitors = await readVisitorFigures(insights, range, summary.comparedRange);
      const { alerts } = present;
      const failing = status.failing[query.client_env];
      const inProgress = present.inProgress[query.client_env];
      const staleOf = (at: number) => isStale(at, insights.now());
      return okJson({
        ...coverageOf(range),
        ...summary.previousRange,
        step: summary.stepMs / 1_000,
        totals: figuresOf(total.all, total.peak),
        previous,
        series: wholeSteps(series),
        previous_series: wholeSteps(previousSeries),
        in_progress_now: inProgress
          ? {
              at: iso(inProgress.at),
              conversations: inProgress.count,
              is_complete: inProgress.isComplete,
              stale: staleOf(inProgress.at),
            }
          : null,
        ...summary.reasons,
        alerts: alerts && { at: iso(alerts.at), firing: alerts.firing, stale: staleOf(alerts.at) },
        relays: { ...summary.relays, sockets },
        visitors,
        unreadable: status.unreadable
          .filter(
            (conversation) =>
              conversation.environment === query.client_env &&
              conversation.startedAt >= range.from &&
              conversation.startedAt < range.to,
          )
          .map(({ id, startedAt }) => ({ id, started_at: iso(startedAt) })),
        failing: failing ? { since: iso(failing.since), code: failing.code } : null,
      });
    },
  });
