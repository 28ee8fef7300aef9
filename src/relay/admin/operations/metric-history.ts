import * as z from 'zod';
import { err } from '../../../base/result.ts';
import { alertRules } from '../../../platform/index.ts';
import { okJson, operation } from '../api/operation.ts';
import type { Insights } from '../insights/insights.ts';
import { metricHistory, ROLLUP_METRICS } from '../insights/metric-history.ts';
import { WINDOW_MS } from '../insights/thinning.ts';
import { createTurns } from '../insights/turns.ts';
import { iso, NOT_CONFIGURED, READS_INSIGHTS } from './insights-range.ts';

const { window_duration } = alertRules.create.body.shape;
const MINUTES = { '5m': 5, '10m': 10, '60m': 60 } as const satisfies Record<
  z.output<typeof window_duration>,
  number
>;

/** One number per value. */
const bounds = z.array(z.nullable(z.int()));

/** The operation of the past values of an alert rule's metric. */
export const metricHistoryOperation = (insights: Insights | undefined) => {
  const inTurn = createTurns();
  return operation({
    ...READS_INSIGHTS,
    id: 'getMetricHistory',
    summary: 'The metric of an alert rule over the last 8 days',
    path: '/metric-history',
    query: z.strictObject({
      metric: z
        .enum(ROLLUP_METRICS)
        .describe('A metric of alert rules that can be computed from conversations.'),
      window_duration,
    }),
    answer: z.object({
      project_id: z.string(),
      known_since: z
        .nullable(z.iso.datetime())
        .describe('Beginning of the conversations that were read; null: none were.'),
      first_at: z.nullable(z.iso.datetime()).describe('Time of the first value; null: none.'),
      step: z.int().describe('Seconds from one value to the next.'),
      values: bounds.describe(
        'Each value covers the window that ends at its time, for all environments of the project; null: no data. Milliseconds, at most 2.5 % off, or a count. A latency above 10 min is given by its lowest possible value.',
      ),
      lowest: bounds.describe('The lowest possible value of each: a latency is known by its bucket.'),
      highest: bounds.describe(
        'The highest possible value of each; null: no data, or a latency above 10 min without a bound.',
      ),
    }),
    async perform({ query: { metric, window_duration } }) {
      if (!insights) return err(NOT_CONFIGURED);
      const { known, steps } = await insights.readMetricSteps();
      const length = (MINUTES[window_duration] * 60_000) / WINDOW_MS;
      const estimates = await inTurn(() => metricHistory(metric, steps, length));
      return okJson({
        project_id: insights.projectId,
        known_since: known.to > 0 ? iso(known.from) : null,
        first_at: estimates.length > 0 ? iso(known.from + length * WINDOW_MS) : null,
        step: WINDOW_MS / 1_000,
        values: estimates.map((estimate) => estimate?.value ?? null),
        lowest: estimates.map((estimate) => estimate?.lowest ?? null),
        highest: estimates.map((estimate) => estimate?.highest ?? null),
      });
    },
  });
};
