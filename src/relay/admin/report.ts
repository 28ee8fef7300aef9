import * as z from 'zod';
import { figures } from './insights/figures.ts';
import { reach, time } from './operations/insights-range.ts';
import { handoffReasons, healthCounts, previousRange } from './operations/range-summary.ts';

/** What a report tells of a day. */
export const report = z.object({
  day: z.iso.date(),
  ...reach,
  is_complete: z
    .boolean()
    .meta({ description: 'Whether the relay has read all conversations of the day, and the day is over.' }),
  ...previousRange,
  totals: figures,
  previous: figures,
  busiest_hour: z
    .nullable(z.object({ start: time, conversations: z.int() }))
    .meta({ description: 'null: there were no conversations, or the hours are forgotten (after 60 days).' }),
  ...handoffReasons,
  alerts: z
    .array(
      z.object({
        alert_rule_id: z.string(),
        name: z.string(),
        fired: z.int().meta({ description: 'How often it began to fire on that day.' }),
        last_at: time,
        is_firing: z.boolean().meta({ description: 'Whether it had not been resolved since.' }),
      }),
    )
    .meta({ description: 'From the webhooks that the relays have received, by the time of the event.' }),
  relays: z.object({ totals: healthCounts, previous: healthCounts }),
});
export type Report = z.output<typeof report>;
