import { err, ok, type Result } from '../base/result.ts';
import { MAX_CONNECTIONS } from '../protocol/limits.ts';
import type { Journal } from './journal.ts';
import type { LiveSession } from './live-session.ts';
import { REFUSALS, type Refusal } from './refusals.ts';
import type { Sessions } from './sessions.ts';
import { hashOf, type Tokens } from './tokens.ts';

/** What decides about a handshake. */
export interface Doorkeeper {
  readonly tokens: Tokens;
  readonly journal: Pick<Journal, 'session'>;
  readonly sessions: Pick<Sessions, 'live'>;
  now(): number;
}

/** spec messaging §3: a number or `seq:` and a number; anything else is the full history, never a refusal. */
function cursorOf(value: string | null): number {
  const digits = /^(?:seq:)?(\d{1,16})$/.exec(value ?? '')?.[1];
  const cursor = Number(digits ?? 0);
  return Number.isSafeInteger(cursor) ? cursor : 0;
}

/** Decides about a handshake by its query (messaging §3). */
export function admit(
  query: URLSearchParams,
  { tokens, journal, sessions, now }: Doorkeeper,
): Result<{ readonly session: LiveSession; readonly cursor: number }, Refusal> {
  const id = query.get('session_id');
  const token = query.get('access_token');
  if (!id || !token) return err(REFUSALS.badParameters);
  if (!tokens.isValid(token, now())) return err(REFUSALS.foreignToken);
  const stored = journal.session(id);
  if (stored === undefined) return err(REFUSALS.noSession);
  // spec messaging §2: only the very token that created a session opens it.
  if (stored.tokenHash !== hashOf(token)) return err(REFUSALS.foreignToken);
  const session = sessions.live(id);
  if (session === undefined) return err(REFUSALS.noSession);
  if (session.connectionCount() >= MAX_CONNECTIONS) return err(REFUSALS.tooManyConnections);
  return ok({ session, cursor: cursorOf(query.get('cursor')) });
}
