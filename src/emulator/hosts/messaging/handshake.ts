import { err, ok, type Result } from '../../../base/result.ts';
import { hashOf } from '../../../base/same-secret.ts';
import { MAX_CONNECTIONS } from '../../../protocol/limits.ts';
import { REFUSALS, type Refusal } from '../../http/refusals.ts';
import type { Journal } from '../../model/journal.ts';
import type { LiveSession } from '../../sessions/live-session.ts';
import type { Sessions } from '../../sessions/sessions.ts';
import type { AccessTokens } from './access-tokens.ts';

export interface HandshakePorts {
  readonly tokens: Pick<AccessTokens, 'isValid'>;
  readonly journal: Pick<Journal, 'session'>;
  readonly sessions: Pick<Sessions, 'live'>;
  now(): number;
}

/** The session and the cursor that an accepted handshake asks for. */
export interface Admission {
  readonly session: LiveSession;
  readonly cursor: number;
}

/** M-3.2: an unreadable cursor means the full history. It never causes a refusal. */
function cursorOf(value: string | null): number {
  const digits = /^(?:seq:)?(\d{1,16})$/.exec(value ?? '')?.[1];
  const cursor = Number(digits ?? 0);
  return Number.isSafeInteger(cursor) ? cursor : 0;
}

/** Accepts or refuses a handshake by the query of its address (M-3.1, M-3.4 to M-3.7). */
export function checkHandshake(
  query: URLSearchParams,
  { tokens, journal, sessions, now }: HandshakePorts,
): Result<Admission, Refusal> {
  const id = query.get('session_id');
  const token = query.get('access_token');
  if (!id || !token) return err(REFUSALS.badParameters);
  if (!tokens.isValid(token, now())) return err(REFUSALS.authenticationFailed);
  const stored = journal.session(id);
  if (stored === undefined) return err(REFUSALS.noSession);
  // M-2.3: only the token that created a session opens it.
  if (stored.tokenHash !== hashOf(token)) return err(REFUSALS.foreignToken);
  const session = sessions.live(id);
  if (session === undefined) return err(REFUSALS.noSession);
  if (session.connectionCount() >= MAX_CONNECTIONS) return err(REFUSALS.tooManyConnections);
  return ok({ session, cursor: cursorOf(query.get('cursor')) });
}
