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
  is_previous_known: maybeFlag,
  totals: required('figures', readFigures),
  previous: required('figures', readFigures),
  busiest_hour: optional('an hour', record({ start: time, conversations: amount })),
  handoff_reasons: listOf(readReason),
  other_handoffs: amount,
  alerts: listOf(readAlert),
  relays: optional(
    'counters of the relays',
    record({ totals: required('counters', readRelays), previous: required('counters', readRelays) }),
  ),
});
export type Report = NonNullable<ReturnType<typeof readReport>>;
/** The figures of a day, and those of the same day of the week before. */
export const reportAnswer = required('a report', readReport);
