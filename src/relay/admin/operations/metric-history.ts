import * as z from 'zod';
import { err, ok } from '../../../base/result.ts';
import { alertRules } from '../../../platform/index.ts';
import { readSeries } from '../insights/history.ts';
import type { Insights } from '../insights/insights.ts';
import { mergeTallies } from '../insights/merge.ts';
import { metricHistory, ROLLUP_METRICS } from '../insights/metric-history.ts';
import { ENVIRONMENTS } from '../insights/plan.ts';
import { NOTHING } from '../insights/rollup.ts';
import { DAY_MS, floorTo, WINDOW_MS } from '../insights/thinning.ts';
import { operation } from '../operation.ts';
import { NEVER, NOT_CONFIGURED, READS_INSIGHTS } from './insights-range.ts';

/** As long as windows of five minutes are kept. */
const RANGE_MS = 8 * DAY_MS;

const { window_duration } = alertRules.create.body.shape;
const MINUTES = { '5m': 5, '10m': 10, '60m': 60 } as const satisfies Record<
  z.output<typeof window_duration>,
  number
>;

/** One number for each value. */
const bounds = z.array(z.nullable(z.int()));

/** The operation that tells how the metric of an alert rule has been. */
export const metricHistoryOperation = (insights: Insights | undefined) =>
  operation({
    ...READS_INSIGHTS,
    id: 'getMetricHistory',
    summary: 'The metric of an alert rule over the last 8 days',
    path: '/metric-history',
    query: z.strictObject({
      metric: z
        .enum(ROLLUP_METRICS)
        .meta({ description: 'Of the metrics of alert rules, those that conversations tell.' }),
      window_duration,
    }),
    answer: z.object({
      project_id: z.string(),
      known_since: z
        .nullable(z.iso.datetime())
        .meta({ description: 'Since when conversations were read; null: nothing was.' }),
      first_at: z.nullable(z.iso.datetime()).meta({ description: 'Time of the first value; null: none.' }),
      step: z.int().meta({ description: 'Seconds from one value to the next.' }),
      values: bounds.meta({
        description:
          'Each is the metric of the window that ends at its time, for all environments of the project; null: no data. Milliseconds, at most 2.5 % off, or a count.',
      }),
      lowest: bounds.meta({
        description: 'The lowest that each value may be: a latency is known by its bucket.',
      }),
      highest: bounds.meta({ description: 'The highest that each value may be.' }),
    }),
    async perform({ query: { metric, window_duration } }) {
      if (!insights) return err(NOT_CONFIGURED);
      const { now, projectId, shared, windows } = insights;
      // What is known of all environments: the figures are their sum.
      const progress = await Promise.all(ENVIRONMENTS.map((it) => shared.readProgress(it)));
      const isKnown = progress.every((it) => it !== undefined);
      const since = Math.max(...progress.map((it) => it?.since ?? 0));
      const known = isKnown ? { from: since, to: Math.min(...progress.map((it) => it?.until ?? 0)) } : NEVER;
      const range = { from: Math.max(known.from, floorTo(now() - RANGE_MS, WINDOW_MS)), to: known.to };
      const all = await Promise.all(
        ENVIRONMENTS.map((it) => readSeries(windows, it, range, WINDOW_MS, known)),
      );
      const steps = (all[0] ?? []).map((_, index) =>
        all.reduce((sum, series) => mergeTallies(sum, series[index]?.rollup.all ?? NOTHING.all), NOTHING.all),
      );
      const length = (MINUTES[window_duration] * 60_000) / WINDOW_MS;
      const estimates = metricHistory(metric, steps, length);
      const [first] = all[0] ?? [];
      return ok(
        Response.json({
          project_id: projectId,
          known_since: isKnown ? new Date(since).toISOString() : null,
          first_at:
            first && estimates.length > 0
              ? new Date(first.to + (length - 1) * WINDOW_MS).toISOString()
              : null,
          step: WINDOW_MS / 1_000,
          values: estimates.map((it) => it?.value ?? null),
          lowest: estimates.map((it) => it?.lowest ?? null),
          highest: estimates.map((it) => it?.highest ?? null),
        }),
      );
    },
  });
