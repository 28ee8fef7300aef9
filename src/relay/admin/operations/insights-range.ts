import * as z from 'zod';
import { err, ok, type Result } from '../../../base/result.ts';
import { clientEnv, moment } from '../../../platform/fields.ts';
import type { Failure } from '../../http/problem.ts';
import { READS_RELAY } from '../api/operation.ts';
import { figures, figuresOf } from '../insights/figures.ts';
import type { Step } from '../insights/history.ts';
import type { Insights } from '../insights/insights.ts';
import type { Environment } from '../insights/plan.ts';
import type { Tally } from '../insights/rollup.ts';
import type { Status } from '../insights/snapshot.ts';
import { ceilTo, DAY_MS, isRounded, oldestKept, type Range, WINDOW_MS } from '../insights/thinning.ts';

const MAX_RANGE_MS = 400 * DAY_MS;
const DEFAULT_RANGE_MS = DAY_MS;

export const time = z.iso.datetime();
export const iso = (at: number): string => new Date(at).toISOString();

export const rangeQuery = {
  from: z.optional(
    moment.meta({
      description:
        'Beginning; default: a day before `to`. It is rounded down to five minutes, to an hour if it is older than 8 days, to a UTC day after 60. `to` is rounded up.',
      examples: ['2026-03-01T09:00:00Z'],
    }),
  ),
  to: z.optional(moment.describe('End, exclusive; default: now.')),
  client_env: z.prefault(clientEnv.meta({ default: 'live' }), 'live'),
};
const isInOrder = ({ from, to }: Readonly<Record<string, unknown>>) => {
  const ms = Date.parse(String(to)) - Date.parse(String(from));
  return Number.isNaN(ms) || (ms > 0 && ms <= MAX_RANGE_MS);
};
export const ORDER = {
  field: 'to',
  message: 'must be after from and at most 400 days later',
  holds: isInOrder,
};

export const NOT_CONFIGURED: Failure = {
  failed: 'not-configured',
  settings:
    'FOYER_PLATFORM_URL, FOYER_PLATFORM_API_KEY, FOYER_ACCOUNT_ID and FOYER_PROJECT_ID, and not FOYER_INSIGHTS=off',
};

/** Common parts of the operations of insights. */
export const READS_INSIGHTS = { ...READS_RELAY, tag: 'Insights', about: 'configured-project' } as const;

export const step = z.object({
  start: time,
  end: time,
  known: z.enum(['all', 'part', 'none']).describe('The part of the step that the relay has read.'),
  ...figures.shape,
});

/** Coverage of the rollups, in every answer. */
export const coverage = {
  from: time.describe('The counted range. It is rounded as described for the parameter.'),
  to: time,
  is_rounded: z
    .boolean()
    .describe(
      'true: the range exceeds the requested one beyond whole five minutes, because smaller windows have expired.',
    ),
  known_since: z
    .nullable(time)
    .describe(
      'Beginning of the conversations that were read. It moves back during the first hours. null: none were.',
    ),
  is_backfilling: z.boolean().describe('true: conversations before `known_since` are still being read.'),
  known_until: z.nullable(time).describe('End of the conversations that were read.'),
  updated_at: z.nullable(time).describe('Time of the last read of the platform.'),
};

interface InsightQuery {
  readonly requested: Range;
  readonly known: Range;
  readonly status: Status;
  /** The coverage of a rounded range. */
  coverageOf(range: Range): z.output<z.ZodObject<typeof coverage>>;
}

const NEVER: Range = { from: 0, to: 0 };

/** Reads the requested range, and the progress of the rollups. */
export async function readInsightQuery(
  { now, shared }: Insights,
  query: {
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly client_env: Environment;
  },
): Promise<Result<InsightQuery, Failure>> {
  const to = query.to === undefined ? ceilTo(now(), WINDOW_MS) : Date.parse(query.to);
  const from = query.from === undefined ? to - DEFAULT_RANGE_MS : Date.parse(query.from);
  if (from >= to || to - from > MAX_RANGE_MS)
    return err({ failed: 'invalid-request', errors: [{ field: ORDER.field, message: ORDER.message }] });
  const [progress, status] = await Promise.all([shared.readProgress(query.client_env), shared.readStatus()]);
  const since = Math.max(progress?.since ?? 0, oldestKept(now()));
  return ok({
    requested: { from, to },
    known: progress ? { from: since, to: progress.until } : NEVER,
    status,
    coverageOf: (range) => ({
      from: iso(range.from),
      to: iso(range.to),
      is_rounded: isRounded({ from, to }, range),
      known_since: progress ? iso(since) : null,
      is_backfilling: progress === undefined || progress.since > progress.target,
      known_until: progress ? iso(progress.until) : null,
      updated_at: status.updatedAt === null ? null : iso(status.updatedAt),
    }),
  });
}

export const stepOf = ({ from, to, known }: Step, tally: Tally, peak: number | undefined) => ({
  start: iso(from),
  end: iso(to),
  known,
  ...figuresOf(tally, peak),
});
export const wholeSteps = (series: readonly Step[]) =>
  series.map((step) => stepOf(step, step.rollup.all, step.rollup.peak));
