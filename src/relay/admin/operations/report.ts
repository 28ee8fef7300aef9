import * as z from 'zod';
import { err, ok, type Result } from '../../../base/result.ts';
import { beginningOf, dayAfter, dayAt } from '../../../base/time-zone.ts';
import { clientEnv } from '../../../platform/fields.ts';
import type { SiteConfig } from '../../config/config.ts';
import type { Failure } from '../../http/problem.ts';
import { okJson, operation } from '../api/operation.ts';
import { figures, figuresOf } from '../insights/figures.ts';
import type { Insights } from '../insights/insights.ts';
import { ceilTo, DAY_MS, HOUR_MS, WINDOW_MS } from '../insights/thinning.ts';
import { type WebhookLog, webhooksKnownSince } from '../journals/webhook-log.ts';
import { coverage, iso, NOT_CONFIGURED, READS_INSIGHTS, readInsightQuery, time } from './insights-range.ts';
import { handoffReasons, previousRange, relayCounts, summarize } from './range-summary.ts';

const MAX_AGE_MS = 400 * DAY_MS;
const MAX_WEBHOOKS = 1_000;

const query = z.strictObject({
  day: z.optional(
    z.iso.date().meta({
      description:
        'A day in the time zone `FOYER_TIME_ZONE`, today or up to 400 days ago; default: yesterday.',
      examples: ['2026-11-24'],
    }),
  ),
  client_env: z.prefault(clientEnv.meta({ default: 'live' }), 'live'),
});
type Query = z.output<typeof query>;

/** The report of a day. */
const answer = z.object({
  day: z.iso.date(),
  time_zone: z.string().describe('Time zone of the day: `FOYER_TIME_ZONE`.'),
  site: z.string().describe('Empty at a relay with one site.'),
  project: z.nullable(z.string()),
  made_at: time,
  ...coverage,
  is_complete: z
    .boolean()
    .describe('True if the day is over and the relay has read all of its conversations.'),
  ...previousRange,
  totals: figures,
  previous: z.nullable(figures).describe('null: that day is not completely known.'),
  busiest_hour: z
    .nullable(z.object({ start: time, conversations: z.int() }))
    .describe('null: there were no conversations, or the hours have expired (after 60 days).'),
  ...handoffReasons,
  webhooks_known_since: webhooksKnownSince,
  alerts: z
    .array(
      z.object({
        alert_rule_id: z.string(),
        name: z.string(),
        fired: z.int().describe('Number of times that it began to fire on that day.'),
        last_at: time,
        is_firing: z.boolean().describe('True if it was not resolved afterwards.'),
      }),
    )
    .describe('From received webhooks, by the time of the event.'),
  relays: z.object(relayCounts),
});
type Report = z.output<typeof answer>;

const alertEvent = z.looseObject({
  created_at: z.optional(z.unknown()),
  data: z.looseObject({ alert_rule_id: z.string(), name: z.string() }),
});
const TRIGGERED = 'alerts.triggered';
/** The platform repeats a failed webhook for hours. */
const MAX_DELAY_MS = DAY_MS;

export interface ReportPorts {
  readonly site: Pick<SiteConfig, 'name' | 'projectId' | 'timeZone'>;
  readonly insights: Insights | undefined;
  readonly webhooks: WebhookLog;
}

/** The platform's time of an event, else its arrival. */
const timeOf = (created: unknown, received: string): number => {
  const at = typeof created === 'string' ? Date.parse(created) : Number.NaN;
  return Number.isNaN(at) ? Date.parse(received) : at;
};

/** The alerts of a period from received webhooks, the latest first. */
async function alertsOf(webhooks: WebhookLog, from: number, to: number): Promise<Report['alerts']> {
  const range = { start_time: iso(from), end_time: iso(to + MAX_DELAY_MS) };
  const { entries } = await webhooks.read({ ...range, limit: MAX_WEBHOOKS });
  const events = entries
    .flatMap(({ type, time, body }) => {
      const event = type.startsWith('alerts.') ? alertEvent.safeParse(body).data : undefined;
      return event
        ? [{ ...event.data, isTriggered: type === TRIGGERED, at: timeOf(event.created_at, time) }]
        : [];
    })
    .filter(({ at }) => at >= from && at < to)
    // Stable: of two events with the same time, the later arrival comes first.
    .sort((one, other) => other.at - one.at);
  const alerts = new Map<string, Report['alerts'][number]>();
  for (const { alert_rule_id, name, isTriggered, at } of events) {
    // The newest comes first, so it has the last state of the day.
    const first = { alert_rule_id, name, fired: 0, last_at: iso(at), is_firing: isTriggered };
    const known = alerts.get(alert_rule_id) ?? first;
    alerts.set(alert_rule_id, { ...known, fired: known.fired + (isTriggered ? 1 : 0) });
  }
  return [...alerts.values()];
}

const invalidDay = (message: string) =>
  err({ failed: 'invalid-request', errors: [{ field: 'day', message }] } as const);

async function makeReport(
  { insights, webhooks, site }: ReportPorts,
  query: Query,
): Promise<Result<Report, Failure>> {
  if (!insights) return err(NOT_CONFIGURED);
  const now = insights.now();
  const { timeZone } = site;
  const day = query.day ?? dayAfter(dayAt(now, timeZone), -1);
  const from = beginningOf(day, timeZone);
  if (from > now) return invalidDay('must have begun');
  if (from < now - MAX_AGE_MS) return invalidDay('must be at most 400 days ago');
  const end = beginningOf(dayAfter(day, 1), timeZone);
  const to = Math.min(end, ceilTo(now, WINDOW_MS));
  if (from >= to) return invalidDay('must have begun');
  const reading = await readInsightQuery(insights, {
    from: iso(from),
    to: iso(to),
    client_env: query.client_env,
  });
  if (!reading.ok) return reading;
  const { requested, known, coverageOf } = reading.value;
  const [summary, alerts] = await Promise.all([
    summarize(insights, { requested, known, environment: query.client_env }, () => HOUR_MS),
    alertsOf(webhooks, from, end),
  ]);
  const { range, previousRange, series, total, previous, reasons, relays } = summary;
  const hours = series.filter((step) => step.to - step.from <= HOUR_MS);
  const busiest = hours.reduce(
    (most, step) => (step.rollup.all.conversations > (most?.rollup.all.conversations ?? 0) ? step : most),
    undefined as (typeof hours)[number] | undefined,
  );
  return ok({
    day,
    time_zone: timeZone,
    site: site.name,
    project: site.projectId ?? null,
    made_at: iso(now),
    ...coverageOf(range),
    is_complete: known.from <= from && known.to >= end,
    ...previousRange,
    totals: figuresOf(total.all, total.peak),
    previous,
    busiest_hour: busiest
      ? { start: iso(busiest.from), conversations: busiest.rollup.all.conversations }
      : null,
    ...reasons,
    webhooks_known_since: webhooks.knownSince === undefined ? null : iso(webhooks.knownSince),
    alerts,
    relays,
  });
}

/** Operations of daily reports, to read, print or send. They do not call the platform. */
export const reportOperations = (ports: ReportPorts) => [
  operation({
    ...READS_INSIGHTS,
    id: 'getReport',
    summary: 'The report of a day, compared with the same day of the week before',
    path: '/report',
    query,
    answer,
    async perform({ query }) {
      const report = await makeReport(ports, query);
      return report.ok ? okJson(report.value) : report;
    },
  }),
];
