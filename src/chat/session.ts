import type { SessionGrant, SessionState } from '../protocol/relay.ts';

/** Getting a session from the relay, or the old one back. */
export type Purpose = { readonly how: 'create' } | { readonly how: 'resume'; readonly sessionId: string };

export type Session =
  | { readonly at: 'none' }
  | {
      readonly at: 'calling';
      readonly purpose: Purpose;
      readonly call: number;
      readonly until: number;
      readonly tries: number;
    }
  | {
      readonly at: 'backing-off';
      readonly purpose: Purpose;
      /** null: until the browser is online again. */
      readonly until: number | null;
      readonly tries: number;
    }
  | {
      readonly at: 'open';
      readonly grant: SessionGrant;
      readonly isResumed: boolean;
      /** A socket was asked for with this grant. */
      readonly isUsed?: boolean;
    }
  /** `configuration`: the relay refused this page, or its own set-up is wrong; asking again cannot help. */
  | { readonly at: 'failed'; readonly why: 'configuration' | 'unreachable'; readonly purpose: Purpose }
  | { readonly at: 'over'; readonly why: 'ended' | 'expired' };

/** What came of a call to the relay, whatever its status and body were (contract §4). */
export type RelayAnswer =
  | { readonly is: 'grant'; readonly grant: SessionGrant }
  | { readonly is: 'state'; readonly state: SessionState }
  /** Another page of this browser has begun a session in the meantime. */
  | { readonly is: 'begun-elsewhere'; readonly sessionId: string }
  /** 404 or 410: the relay does not know the session, or knows that it is over. */
  | { readonly is: 'unknown-session' }
  /** 401, 403, or a problem with the code `configuration`. */
  | { readonly is: 'refused' }
  /** 429, or 503 with Retry-After: brought into 1–30 s. */
  | { readonly is: 'busy'; readonly retryInMs: number }
  /** No answer, any other status, or a body that cannot be read. */
  | { readonly is: 'fault' };

/** The session that this page has, or is asking the relay for. */
export function sessionIdOf(session: Session): string | null {
  if (session.at === 'open') return session.grant.session_id;
  return 'purpose' in session && session.purpose.how === 'resume' ? session.purpose.sessionId : null;
}

export const sessionDue = (session: Session): number | null =>
  session.at === 'calling' || session.at === 'backing-off' ? session.until : null;
