import {
  listOf,
  maybeText,
  nonEmpty,
  object,
  optional,
  readString,
  record,
} from '../../../protocol/field-readers.ts';
import { maybeTime, time } from '../../answers.ts';

/** Ids of a call, as `name=value`. */
const readTarget = (it: unknown) =>
  typeof it === 'object' && it !== null
    ? Object.entries(it).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as const] : [],
      )
    : undefined;
/** A status, or what has failed. */
const readOutcome = (it: unknown) => (typeof it === 'number' ? it : readString(it));

const readEntry = record({
  time,
  operation: nonEmpty,
  who: maybeText,
  door: maybeText,
  client: maybeText,
  target: optional('ids', readTarget),
  outcome: optional('an outcome', readOutcome),
  request_id: maybeText,
});
export type AuditEntry = NonNullable<ReturnType<typeof readEntry>>;
export const auditAnswer = object({ records: listOf(readEntry), cursor: maybeText });

const readKey = record({
  name: nonEmpty,
  scopes: listOf(readString),
  bound_to: listOf(readString),
  expires_at: maybeTime,
  last_used_at: maybeText,
});
export type Key = NonNullable<ReturnType<typeof readKey>>;
/** The admin keys of the configuration. */
export const keysAnswer = object({ keys: listOf(readKey) });
