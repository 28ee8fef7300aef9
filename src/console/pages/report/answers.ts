import {
  amount,
  listOf,
  maybeFlag,
  nonEmpty,
  optional,
  record,
  required,
} from '../../../protocol/field-readers.ts';
import { maybeTime, readFigures, readReason, readRelays, time } from '../../answers.ts';

const readAlert = record({
  alert_rule_id: nonEmpty,
  name: nonEmpty,
  fired: amount,
  last_at: time,
  is_firing: maybeFlag,
});

const readReport = record({
  made_at: maybeTime,
  is_complete: maybeFlag,
  from: maybeTime,
  to: maybeTime,
  is_rounded: maybeFlag,
  totals: required('figures', readFigures),
  previous: optional('figures', readFigures),
  busiest_hour: optional('an hour', record({ start: time, conversations: amount })),
  handoff_reasons: listOf(readReason),
  other_handoffs: amount,
  webhooks_known_since: maybeTime,
  alerts: listOf(readAlert),
  relays: optional(
    'counters of the relays',
    record({
      known_since: maybeTime,
      totals: optional('counters', readRelays),
      previous: optional('counters', readRelays),
    }),
  ),
});
export type Report = NonNullable<ReturnType<typeof readReport>>;
/** The figures of a day, and those of the same day of the week before. */
export const reportAnswer = required('a report', readReport);
