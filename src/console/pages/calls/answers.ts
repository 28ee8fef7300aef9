import { maybeText, nonEmpty, object } from '../../../protocol/field-readers.ts';
import type { OwnAnswerOf } from '../../calls.ts';

/** A call that was placed through a relay. */
export type Call = OwnAnswerOf<'GET', '/outbound-calls'>['calls'][number];

export const placedAnswer = object({ call_sid: nonEmpty });

export const statusAnswer = object({ status: nonEmpty, reason: maybeText });
