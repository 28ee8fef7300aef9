import { listOf, maybeText, nonEmpty, object, record } from '../../../protocol/field-readers.ts';
import { time } from '../../answers.ts';

const readCall = record({
  time,
  who: maybeText,
  call_sid: nonEmpty,
  to_number: nonEmpty,
  host: maybeText,
  environment: maybeText,
  variant_id: maybeText,
  ended_at: maybeText,
  status: maybeText,
  reason: maybeText,
});
export type Call = NonNullable<ReturnType<typeof readCall>>;
/** The calls that were placed through the relays, the newest first. */
export const callsAnswer = object({ calls: listOf(readCall) });

export const placedAnswer = object({ call_sid: nonEmpty });

export const statusAnswer = object({ status: nonEmpty, reason: maybeText });
