import * as z from 'zod';
import { err, ok, type Result } from '../../../base/result.ts';
import { clientEnv, moment, ruleSentences, whole, withRules } from '../../../platform/fields.ts';
import { activeAlert } from '../../../platform/index.ts';
import type { Failure } from '../../problem.ts';
import { figures, figuresOf } from '../insights/figures.ts';
import { readSeries, type Step, totalOf } from '../insights/history.ts';
import type { Insights } from '../insights/insights.ts';
import { bound, boundTallies } from '../insights/merge.ts';
import { ENVIRONMENTS, type Environment } from '../insights/plan.ts';
import type { HealthCounts } from '../insights/relay-health.ts';
import type { Rollup, Tally } from '../insights/rollup.ts';
import type { Snapshot } from '../insights/snapshot.ts';
import {
  alignRange,
  ceilTo,
  DAY_MS,
  HOUR_MS,
  type Range,
  WINDOW_MS,
  weeksBefore,
} from '../insights/thinning.ts';
import { operation } from '../operation.ts';

const tag = 'Insights';

const MAX_RANGE_MS = 400 * DAY_MS;
const DEFAULT_RANGE_MS = DAY_MS;
/** Steps that a series may have, and a series of each name. */
const MAX_STEPS = 2_400;
const MAX_STEPS_BY_NAME = 600;
const MAX_NAMES = 20;
/** The steps of small series, of which each has at most 60. */
const SMALL_STEPS = [WINDOW_MS, 2 * WINDOW_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS, 7 * DAY_MS];
const MAX_SMALL = 60;
/** A reason is new if nobody gave it in this time before the range. */
const NEW_AFTER_MS = 8 * DAY_MS;

const time = z.iso.datetime();
const iso = (at: number): string => new Date(at).toISOString();

const rangeQuery = {
  from: z.optional(
    moment.meta({
      description:
        'Beginning; default: a day before `to`. Older times are rounded to whole hours after 8 days, to whole days of UTC after 60.',
    }),
  ),
  to: z.optional(moment.meta({ description: 'End, which does not belong to the range; default: now.' })),
  client_env: z.prefault(clientEnv.meta({ default: 'live' }), 'live'),
};
const isInOrder = ({ from, to }: Readonly<Record<string, unknown>>) => {
  const ms = Date.parse(String(to)) - Date.parse(String(from));
  return Number.isNaN(ms) || (ms > 0 && ms <= MAX_RANGE_MS);
};
const ORDER = { field: 'to', message: 'must be after from and at most 400 days later', holds: isInOrder };

export const NOT_CONFIGURED: Failure = {
  failed: 'not-configured',
  settings:
    'FOYER_PLATFORM_URL, FOYER_PLATFORM_API_KEY, FOYER_ACCOUNT_ID and FOYER_PROJECT_ID, and not FOYER_INSIGHTS=off',
};

const step = z.object({
  start: time,
  end: time,
  known: z.enum(['all', 'part', 'none']).meta({ description: 'How much of it the relay has read.' }),
  ...figures.shape,
});

/** What the rollups reach, in every answer. */
const reach = {
  from: time.meta({ description: 'Rounded as described for the parameter.' }),
  to: time,
  known_since: z.nullable(time).meta({
    description:
      'Since when conversations were read; it moves back during the first hours. null: nothing was.',
  }),
  known_until: z.nullable(time).meta({ description: 'Until when conversations were read.' }),
  updated_at: z.nullable(time).meta({ description: 'When the platform was last read.' }),
};

interface Reading {
  readonly range: Range;
  readonly known: Range;
  readonly snapshot: Snapshot;
  readonly reach: z.output<z.ZodObject<typeof reach>>;
}

const NEVER: Range = { from: 0, to: 0 };

async function begin(
  { now, shared }: Insights,
  query: { readonly from?: string | undefined; readonly to?: string | undefined },
): Promise<Result<Reading, Failure>> {
  const to = query.to === undefined ? ceilTo(now(), WINDOW_MS) : Date.parse(query.to);
  const from = query.from === undefined ? to - DEFAULT_RANGE_MS : Date.parse(query.from);
  if (from >= to || to - from > MAX_RANGE_MS)
    return err({ failed: 'invalid-request', errors: [{ field: ORDER.field, message: ORDER.message }] });
  const range = alignRange({ from, to }, now());
  const [progress, snapshot] = await Promise.all([shared.readProgress(), shared.readSnapshot()]);
  return ok({
    range,
    known: progress ? { from: progress.since, to: progress.until } : NEVER,
    snapshot,
    reach: {
      from: iso(range.from),
      to: iso(range.to),
      known_since: progress ? iso(progress.since) : null,
      known_until: progress ? iso(progress.until) : null,
      updated_at: snapshot.updatedAt === null ? null : iso(snapshot.updatedAt),
    },
  });
}

const stepOf = ({ from, to, known }: Step, tally: Tally, peak: number | undefined) => ({
  start: iso(from),
  end: iso(to),
  known,
  ...figuresOf(tally, peak),
});
const wholeSteps = (series: readonly Step[]) => series.map((it) => stepOf(it, it.rollup.all, it.rollup.peak));

/** The series of each name, the commonest first, and that of all other names. */
function seriesByName(series: readonly Step[], read: (it: Rollup) => Rollup['channels']) {
  const total = boundTallies(read(totalOf(series)), MAX_NAMES);
  const names = [...total.named]
    .sort(([, a], [, b]) => b.conversations - a.conversations)
    .map(([name]) => name);
  const bySteps = series.map((it) => ({ it, kept: keepNames(read(it.rollup), names) }));
  const stepsOf = (pick: (kept: Rollup['channels']) => Tally | undefined) =>
    bySteps.flatMap(({ it, kept }) => {
      const tally = pick(kept);
      return tally && tally.conversations > 0 ? [stepOf(it, tally, undefined)] : [];
    });
  const rest = stepsOf((kept) => kept.rest);
  return [
    ...names.map((name) => ({ name, steps: stepsOf((kept) => kept.named.get(name)) })),
    ...(rest.length > 0 ? [{ name: null, steps: rest }] : []),
  ];
}

/** Sums up all names but some. */
function keepNames(it: Rollup['channels'], names: readonly string[]): Rollup['channels'] {
  const kept = new Map([...it.named].filter(([name]) => names.includes(name)));
  const others = new Map([...it.named].filter(([name]) => !kept.has(name)));
  return { named: kept, rest: boundTallies({ named: others, rest: it.rest }, 0).rest };
}

const smallStep = ({ from, to }: Range): number =>
  // One more, because the first step may be cut.
  SMALL_STEPS.find((it) => (to - from) / it <= MAX_SMALL - 1) ?? 7 * DAY_MS;

const healthCounts = z.object({
  sessions: z.int().meta({ description: 'Sessions created.' }),
  refusals: z.int().meta({ description: 'Requests and handshakes that relays refused by their own rules.' }),
  upstream_errors: z
    .int()
    .meta({ description: 'Calls to the platform without an answer, or with a status of 500 or more.' }),
  webhooks: z.int().meta({ description: 'Webhooks received, repeated ones included.' }),
});
const wireHealth = (it: HealthCounts = { sessions: 0, refusals: 0, upstreamErrors: 0, webhooks: 0 }) => ({
  sessions: it.sessions,
  refusals: it.refusals,
  upstream_errors: it.upstreamErrors,
  webhooks: it.webhooks,
});

const insightsQuery = withRules(
  z.strictObject({
    ...rangeQuery,
    step: z.prefault(
      whole(300, 86_400)
        .refine((it) => [300, 600, 3_600, 86_400].includes(it), 'must be 300, 600, 3600 or 86400')
        .meta({ description: 'Seconds of a step: 300, 600, 3600 or 86400.' }),
      3_600,
    ),
    by: z.optional(
      z.enum(['channel', 'variant', 'environment']).meta({
        description:
          'A series of each of the 20 commonest values, and one of all others. `environment` ignores `client_env`.',
      }),
    ),
  }),
  [ORDER],
);

/** Operations that read the rollups. They do not call the platform. */
export const insightsOperations = (insights: Insights | undefined) => [
  operation({
    id: 'getInsights',
    tag,
    summary: 'Figures of conversations in steps of time',
    method: 'GET',
    path: '/insights',
    scopes: ['read'],
    about: 'configured-project',
    answeredBy: 'relay',
    query: insightsQuery,
    rules: [
      ...ruleSentences(insightsQuery),
      `A series has at most ${MAX_STEPS} steps, with \`by\` at most ${MAX_STEPS_BY_NAME}.`,
    ],
    status: 200,
    answer: z.object({
      ...reach,
      step: z.int(),
      series: z.array(
        z.object({
          name: z
            .nullable(z.string())
            .meta({ description: 'Value of `by`; empty: none. null: everything, or all other values.' }),
          steps: z.array(step).meta({ description: 'With `by` only those with conversations.' }),
        }),
      ),
    }),
    async perform({ query }) {
      if (!insights) return err(NOT_CONFIGURED);
      const reading = await begin(insights, query);
      if (!reading.ok) return reading;
      const { range, known, reach: wire } = reading.value;
      const stepMs = query.step * 1_000;
      if ((range.to - range.from) / stepMs > (query.by ? MAX_STEPS_BY_NAME : MAX_STEPS))
        return err({
          failed: 'invalid-request',
          errors: [{ field: 'step', message: 'makes too many steps; use a longer step or a shorter range' }],
        });
      const read = (environment: Environment) =>
        readSeries(insights.windows, environment, range, stepMs, known);
      if (query.by === 'environment') {
        const all = await Promise.all(
          ENVIRONMENTS.map(async (name) => ({ name, steps: wholeSteps(await read(name)) })),
        );
        const series = all.map((it) => ({ ...it, steps: it.steps.filter((each) => each.conversations > 0) }));
        return ok(Response.json({ ...wire, step: query.step, series }));
      }
      const steps = await read(query.client_env);
      const series =
        query.by === undefined
          ? [{ name: null, steps: wholeSteps(steps) }]
          : seriesByName(steps, (it) => (query.by === 'channel' ? it.channels : it.variants));
      return ok(Response.json({ ...wire, step: query.step, series }));
    },
  }),
  operation({
    id: 'getOverview',
    tag,
    summary: 'All that an overview shows, in one answer',
    method: 'GET',
    path: '/overview',
    scopes: ['read'],
    about: 'configured-project',
    answeredBy: 'relay',
    query: withRules(z.strictObject(rangeQuery), [ORDER]),
    rules: [`\`${ORDER.field}\` ${ORDER.message}.`],
    status: 200,
    answer: z.object({
      ...reach,
      previous_from: time.meta({
        description:
          'The previous range has the same length, and is whole weeks before: one for a range of up to a week.',
      }),
      step: z.int().meta({ description: 'Seconds of a step.' }),
      totals: figures,
      previous: figures,
      series: z.array(step).meta({ description: 'At most 60 steps.' }),
      previous_series: z.array(step),
      in_progress_now: z.nullable(
        z.object({
          at: time,
          conversations: z.int(),
          is_complete: z.boolean().meta({ description: 'false: there were too many to count.' }),
        }),
      ),
      handoff_reasons: z
        .array(
          z.object({
            reason: z.string(),
            handoffs: z.int(),
            is_new: z.boolean().meta({
              description:
                'Not given in the 8 days before the range. false if nothing is known of these days.',
            }),
          }),
        )
        .meta({ description: 'The 50 commonest, in this order.' }),
      other_handoffs: z.int().meta({ description: 'Handoffs with other reasons.' }),
      alerts: z
        .nullable(z.object({ at: time, firing: z.array(activeAlert) }))
        .meta({ description: 'Alerts of the project and of the whole account; null: unknown.' }),
      relays: z
        .object({ totals: healthCounts, previous: healthCounts, sockets: z.int() })
        .meta({ description: 'Of all relays, for the last 8 days. `sockets` are those of one relay, now.' }),
      failing: z
        .nullable(z.object({ since: time, code: z.string() }))
        .meta({ description: 'Set while the relay cannot read the platform.' }),
    }),
    async perform({ query }) {
      if (!insights) return err(NOT_CONFIGURED);
      const reading = await begin(insights, query);
      if (!reading.ok) return reading;
      const { range, known, snapshot, reach: wire } = reading.value;
      const { windows, health, now } = insights;
      const environment = query.client_env;
      const previousRange = alignRange(weeksBefore(range), now());
      const stepMs = smallStep(range);
      const { from: historyFrom } = alignRange({ from: range.from - NEW_AFTER_MS, to: range.from }, now());
      const history = { from: Math.max(historyFrom, known.from), to: Math.min(range.from, known.to) };
      const hasHistory = history.from < history.to;
      const [series, previousSeries, before, [current, earlier], sockets] = await Promise.all([
        readSeries(windows, environment, range, stepMs, known),
        readSeries(windows, environment, previousRange, stepMs, known),
        hasHistory ? windows.sum(environment, history, DAY_MS) : undefined,
        health.read([range, previousRange]),
        health.sockets(),
      ]);
      const total = totalOf(series);
      const previous = totalOf(previousSeries);
      const { reasons } = bound(total);
      const present = snapshot.inProgress[environment];
      return ok(
        Response.json({
          ...wire,
          previous_from: iso(previousRange.from),
          step: stepMs / 1_000,
          totals: figuresOf(total.all, total.peak),
          previous: figuresOf(previous.all, previous.peak),
          series: wholeSteps(series),
          previous_series: wholeSteps(previousSeries),
          in_progress_now: present
            ? { at: iso(present.at), conversations: present.count, is_complete: present.isComplete }
            : null,
          handoff_reasons: [...reasons.named]
            .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
            .map(([reason, handoffs]) => ({
              reason,
              handoffs,
              is_new: before !== undefined && !before.reasons.named.has(reason),
            })),
          other_handoffs: reasons.rest,
          alerts: snapshot.alerts?.firing
            ? { at: iso(snapshot.alerts.at), firing: snapshot.alerts.firing }
            : null,
          relays: { totals: wireHealth(current), previous: wireHealth(earlier), sockets },
          failing: snapshot.failing
            ? { since: iso(snapshot.failing.since), code: snapshot.failing.code }
            : null,
        }),
      );
    },
  }),
];
