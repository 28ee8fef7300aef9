import * as z from 'zod';
import { err } from '../../../base/result.ts';
import { ruleSentences, whole, withRules } from '../../../platform/fields.ts';
import { okJson, operation } from '../api/operation.ts';
import { keptStep, readSteps, type Step, stepsOf, totalOf } from '../insights/history.ts';
import type { Insights } from '../insights/insights.ts';
import { boundTallies } from '../insights/merge.ts';
import { ENVIRONMENTS, type Environment } from '../insights/plan.ts';
import type { Rollup, Tally } from '../insights/rollup.ts';
import { alignRange } from '../insights/thinning.ts';
import {
  coverage,
  NOT_CONFIGURED,
  ORDER,
  READS_INSIGHTS,
  rangeQuery,
  readInsightQuery,
  step,
  stepOf,
  wholeSteps,
} from './insights-range.ts';

/** Limit of steps in a series, and in the series of a name. */
const MAX_STEPS = 2_400;
const MAX_STEPS_BY_NAME = 600;
const MAX_NAMES = 20;

/** The series of each name, the commonest first, and one series of all other names. */
function seriesByName(series: readonly Step[], read: (rollup: Rollup) => Rollup['channels']) {
  const total = boundTallies(read(totalOf(series)), MAX_NAMES);
  const names = [...total.named]
    .sort(([, a], [, b]) => b.conversations - a.conversations)
    .map(([name]) => name);
  const bySteps = series.map((step) => ({ step, kept: keepNames(read(step.rollup), names) }));
  const stepsOf = (pick: (kept: Rollup['channels']) => Tally | undefined) =>
    bySteps.flatMap(({ step, kept }) => {
      const tally = pick(kept);
      return tally && tally.conversations > 0 ? [stepOf(step, tally, undefined)] : [];
    });
  const rest = stepsOf((kept) => kept.rest);
  return [
    ...names.map((name) => ({ name, steps: stepsOf((kept) => kept.named.get(name)) })),
    ...(rest.length > 0 ? [{ name: null, steps: rest }] : []),
  ];
}

/** Adds up all names except some. */
function keepNames(tallies: Rollup['channels'], names: readonly string[]): Rollup['channels'] {
  const kept = new Map([...tallies.named].filter(([name]) => names.includes(name)));
  const others = new Map([...tallies.named].filter(([name]) => !kept.has(name)));
  return { named: kept, rest: boundTallies({ named: others, rest: tallies.rest }, 0).rest };
}

const insightsQuery = withRules(
  z.strictObject({
    ...rangeQuery,
    step: z.prefault(
      whole(300, 86_400)
        .refine((seconds) => [300, 600, 3_600, 86_400].includes(seconds), 'must be 300, 600, 3600 or 86400')
        .describe('Seconds of a step: 300, 600, 3600 or 86400.'),
      3_600,
    ),
    by: z.optional(
      z
        .enum(['channel', 'variant', 'environment'])
        .describe(
          'One series for each of the 20 commonest values, and one for all others. `environment` ignores `client_env`.',
        ),
    ),
  }),
  [ORDER],
);

/** The operation of figures in steps of time. It does not call the platform. */
export const insightsOperation = (insights: Insights | undefined) =>
  operation({
    ...READS_INSIGHTS,
    id: 'getInsights',
    summary: 'Figures of conversations in steps of time, of all or by channel, variant or environment',
    path: '/insights',
    query: insightsQuery,
    rules: [
      ...ruleSentences(insightsQuery),
      `A series has at most ${MAX_STEPS} steps, with \`by\` at most ${MAX_STEPS_BY_NAME}.`,
    ],
    answer: z.object({
      ...coverage,
      step: z
        .int()
        .describe(
          'Seconds of a step. It is longer than requested if shorter windows have expired: at least an hour after 8 days, a day after 60.',
        ),
      series: z.array(
        z.object({
          name: z
            .nullable(z.string())
            .describe('Value of `by`; empty: no value. null: everything, or all other values.'),
          steps: z.array(step).describe('With `by` only steps with conversations.'),
        }),
      ),
    }),
    async perform({ query }) {
      if (!insights) return err(NOT_CONFIGURED);
      const reading = await readInsightQuery(insights, query);
      if (!reading.ok) return reading;
      const { requested, known, coverageOf } = reading.value;
      const range = alignRange(requested, insights.now());
      const stepMs = keptStep(range, query.step * 1_000, insights.now());
      const step = stepMs / 1_000;
      if ((range.to - range.from) / stepMs > (query.by ? MAX_STEPS_BY_NAME : MAX_STEPS))
        return err({
          failed: 'invalid-request',
          errors: [
            { field: 'step', message: 'results in too many steps; use a longer step or a shorter range' },
          ],
        });
      const read = (environment: Environment) =>
        readSteps(insights.windows, environment, stepsOf(range, stepMs), known);
      if (query.by === 'environment') {
        const all = await Promise.all(
          ENVIRONMENTS.map(async (name) => ({ name, steps: wholeSteps(await read(name)) })),
        );
        const series = all.map((environment) => ({
          ...environment,
          steps: environment.steps.filter((each) => each.conversations > 0),
        }));
        return okJson({ ...coverageOf(range), step, series });
      }
      const steps = await read(query.client_env);
      const series =
        query.by === undefined
          ? [{ name: null, steps: wholeSteps(steps) }]
          : seriesByName(steps, (rollup) => (query.by === 'channel' ? rollup.channels : rollup.variants));
      return okJson({ ...coverageOf(range), step, series });
    },
  });
