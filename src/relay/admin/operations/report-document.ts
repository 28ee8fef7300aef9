import * as z from 'zod';
import { figures } from '../insights/figures.ts';
import { webhooksKnownSince } from '../journals/webhook-log.ts';
import { coverage, time } from './insights-range.ts';
import { handoffReasons, previousRange, relayCounts } from './range-summary.ts';

/** The report of a day. */
export const report = z.object({
  day: z.iso.date(),
  time_zone: z.string().meta({ description: 'Time zone of the day: `FOYER_TIME_ZONE`.' }),
  site: z.string().meta({ description: 'Empty at a relay with one site.' }),
  project: z.nullable(z.string()),
  made_at: time,
  ...coverage,
  is_complete: z
    .boolean()
    .meta({ description: 'True if the day is over and the relay has read all of its conversations.' }),
  ...previousRange,
  totals: figures,
  previous: z.nullable(figures).meta({ description: 'null: that day is not completely known.' }),
  busiest_hour: z
    .nullable(z.object({ start: time, conversations: z.int() }))
    .meta({ description: 'null: there were no conversations, or the hours have expired (after 60 days).' }),
  ...handoffReasons,
  webhooks_known_since: webhooksKnownSince,
  alerts: z
    .array(
      z.object({
        alert_rule_id: z.string(),
        name: z.string(),
        fired: z.int().meta({ description: 'Number of times that it began to fire on that day.' }),
        last_at: time,
        is_firing: z.boolean().meta({ description: 'True if it was not resolved afterwards.' }),
      }),
    )
    .meta({ description: 'From received webhooks, by the time of the event.' }),
  relays: z.object(relayCounts),
});
export type Report = z.output<typeof report>;
