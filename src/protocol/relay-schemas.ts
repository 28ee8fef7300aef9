import { DIALECTS } from './dialect.ts';
import {
  amount,
  enumOf,
  listOf,
  maybeFlag,
  maybeInteger,
  nonEmpty,
  object,
  oneOf,
  required,
  text,
} from './field-readers.ts';
import { CARRIERS, SESSION_STATES } from './relay.ts';

/** Schemas of the relay's answers. Apart from their types, so that the public declarations need no zod. */

/** A `SessionGrant`. */
export const sessionGrant = object({
  session_id: nonEmpty,
  access_token: nonEmpty,
  expires_in: amount,
  websocket_url: required('a socket address', (value) =>
    typeof value === 'string' && /^wss?:\/\//.test(value) ? value : undefined,
  ),
  dialect: oneOf(DIALECTS),
  dialect_assumed: maybeFlag,
  chunk_join: enumOf({ space: 'space' }, 'none'),
  seen: maybeInteger,
  carriers: listOf((value) => CARRIERS.find((carrier) => carrier === value)),
});

export const sessionStatus = object({ state: oneOf(SESSION_STATES) });

/** Part of a problem that the client uses. */
export const problemCode = object({ code: text });
