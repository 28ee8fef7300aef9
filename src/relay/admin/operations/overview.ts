import * as z from 'zod';
import { err, ok } from '../../../base/result.ts';
import { withRules } from '../../../platform/fields.ts';
import { activeAlert } from '../../../platform/index.ts';
import { figures, figuresOf } from '../insights/figures.ts';
import { readSeries, totalOf } from '../insights/history.ts';
import type { Insights } from '../insights/insights.ts';
import { bound } from '../insights/merge.ts';
import type { HealthCounts } from '../insights/relay-health.ts';
import { alignRange, compareRanges, DAY_MS, HOUR_MS, type Range, WINDOW_MS } from '../insights/thinning.ts';
import { operation } from '../operation.ts';
import {
  begin,
  iso,
  NOT_CONFIGURED,
  ORDER,
  READS_INSIGHTS,
  rangeQuery,
  reach,
  step,
  time,
  wholeSteps,
} from './insights-range.ts';

/** The steps of small series, of which each has at most 60. */
const SMALL_STEPS = [WINDOW_MS, 2 * WINDOW_MS, HOUR_MS, 6 * HOUR_MS, DAY_MS, 7 * DAY_MS];
const MAX_SMALL = 60;
/** A reason is new if nobody gave it in this time before the range. */
const NEW_AFTER_MS = 8 * DAY_MS;

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

/** The operation that tells all that an overview shows. It does not call the platform. */
export const overviewOperation = (insights: Insights | undefined) =>
  operation({
    ...READS_INSIGHTS,
    id: 'getOverview',
    summary: 'All that an overview shows, in one answer',
    path: '/overview',
    query: withRules(z.strictObject(rangeQuery), [ORDER]),
    rules: [`\`${ORDER.field}\` ${ORDER.message}.`],
    answer: z.object({
      ...reach,
      previous_from: time.meta({
        description:
          'The previous range has the same length, and is whole weeks before: one for a range of up to a week. Its figures end where the range is not known yet.',
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
      const { asked, known, snapshot, reachOf } = reading.value;
      const { windows, health, now } = insights;
      const environment = query.client_env;
      const { range, previous: previousRange, previousUntil } = compareRanges(asked, known.to, now());
      const knownBefore = { from: known.from, to: Math.min(known.to, previousUntil) };
      const stepMs = smallStep(range);
      const { from: historyFrom } = alignRange({ from: range.from - NEW_AFTER_MS, to: range.from }, now());
      const history = { from: Math.max(historyFrom, known.from), to: Math.min(range.from, known.to) };
      const hasHistory = history.from < history.to;
      const [series, previousSeries, before, [current, earlier], sockets] = await Promise.all([
        readSeries(windows, environment, range, stepMs, known),
        readSeries(windows, environment, previousRange, stepMs, knownBefore),
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
          ...reachOf(range),
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
  });
