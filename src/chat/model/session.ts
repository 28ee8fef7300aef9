import type { Dialect } from '../../protocol/dialect.ts';
import type { SessionGrant, SessionState } from '../../protocol/relay.ts';

/** Purpose of a call to the relay. */
export type Purpose = { readonly type: 'create' } | { readonly type: 'resume'; readonly sessionId: string };

/** M-14.16: a problem that demands a proof of work for a new session, not parsed yet. */
interface Challenging {
  readonly challenge?: unknown;
}

/** The latest challenge, and the number of challenges for this session. */
export interface Challenged extends Challenging {
  readonly nth: number;
}

interface Failed {
  readonly status: 'failed';
  readonly detail?: string | undefined;
  readonly purpose: Purpose;
}

/**
 * The session of this page.
 *
 *   none → calling → open → over        over → calling (another conversation)
 *   calling ⇄ backing-off               calling → failed → calling (a retry)
 */
export type Session =
  | { readonly status: 'none' }
  | {
      readonly status: 'calling';
      readonly purpose: Purpose;
      readonly call: number;
      readonly until: number;
      readonly tries: number;
      /** M-12.20: a slow retry. It shows as failed until it succeeds. */
      readonly why: 'unreachable' | undefined;
      readonly challenged?: Challenged | undefined;
    }
  | {
      readonly status: 'backing-off';
      readonly purpose: Purpose;
      /** null: waits until the browser is online. */
      readonly until: number | null;
      readonly tries: number;
    }
  | {
      readonly status: 'open';
      readonly grant: SessionGrant;
      readonly isResumed: boolean;
      /** Dialect that this page writes (M-1.3). */
      readonly dialect: Dialect;
      /** A refused join or the agent's events change an `assumed` one; only the agent's events change a `switched` one (M-1.6, M-1.7). */
      readonly dialectSource: 'known' | 'assumed' | 'switched';
      /** A socket was opened with this grant. */
      readonly isUsed?: boolean;
    }
  | (Failed & {
      readonly why: 'unreachable';
      /** Time of the next slow retry (M-12.20). */
      readonly retryAt: number;
    })
  /** `configuration`: the relay refused this page or is misconfigured; a retry cannot help. `internal`: M-12.21. */
  | (Failed & { readonly why: 'configuration' | 'internal' })
  /** `sessionId`: null if it ended before there was one. */
  | { readonly status: 'over'; readonly why: 'ended' | 'expired'; readonly sessionId: string | null };

/** Outcome of a call to the relay (contract §4). */
export type RelayAnswer =
  /** `relayAt`: the relay's clock. */
  | { readonly type: 'grant'; readonly grant: SessionGrant; readonly relayAt?: number | undefined }
  | { readonly type: 'state'; readonly state: SessionState }
  /** Another page of this browser has created a session in the meantime. */
  | { readonly type: 'created-elsewhere'; readonly sessionId: string }
  /** 404 or 410: the relay does not know the session, or it is over. */
  | { readonly type: 'unknown-session' }
  /** 400, 401, 403, or a problem with the code `configuration`. */
  | { readonly type: 'refused'; readonly code?: string | undefined }
  /** No response, any other status, or an unreadable body. `retryInMs`: the delay of a busy relay's `Retry-After` (M-14.9). */
  | {
      readonly type: 'error';
      readonly code?: string | undefined;
      readonly retryInMs?: number | undefined;
      readonly challenge?: Challenging | false | undefined;
    };

/** Id of the session that this page has or is resuming. */
export function sessionIdOf(session: Session): string | null {
  if (session.status === 'open') return session.grant.session_id;
  if (session.status === 'none' || session.status === 'over') return null;
  return session.purpose.type === 'resume' ? session.purpose.sessionId : null;
}

/** Id of the session that has ended on this page. */
export const endedSessionId = (session: Session): string | null =>
  session.status === 'over' ? session.sessionId : null;

/** M-3.22: the relay refused a new session because the site is closed. It may be open when the visitor comes back. */
export const isClosed = (session: Session): boolean =>
  session.status === 'failed' && session.detail === 'closed';

/** Reason of the failure that is shown; undefined: none. */
export const failureOf = (session: Session) =>
  session.status === 'calling' || session.status === 'failed' ? session.why : undefined;

export const sessionDueAt = (session: Session): number | null =>
  session.status === 'calling' || session.status === 'backing-off' ? session.until : null;
