import type { Dialect } from './dialect.ts';
import { TICKET_MS } from './limits.ts';

/** Requests and responses between browser and relay (contract §4). */

/** Platforms of a visitor's page. WebViews are reported upstream as `ios-web` and `android-web`. */
export const PLATFORMS = ['web', 'ios', 'android'] as const;
export type Platform = (typeof PLATFORMS)[number];

/** Between the chunks of a stream: nothing, or one space where neither side has white space. */
export const CHUNK_JOINS = ['none', 'space'] as const;
export type ChunkJoin = (typeof CHUNK_JOINS)[number];

/** Body of `POST /chat/sessions`. */
export interface CreateSessionRequest {
  readonly platform?: Platform | undefined;
  /** Answers arrive in chunks; default true. */
  readonly streaming?: boolean | undefined;
  /** BCP 47 tag. */
  readonly locale?: string | undefined;
  /** The answer to the relay's challenge. */
  readonly challenge?: AnsweredChallenge | undefined;
}

/**
 * A proof of work that the relay demands for a new session: SHA-256 of `<salt>:<answer>` begins with `bits` zero bits. It is for the
 * network and the page that have got it, until `expires_at` (milliseconds since the epoch), and for one session.
 */
export interface Challenge {
  readonly salt: string;
  readonly bits: number;
  readonly expires_at: number;
  readonly signature: string;
}

export interface AnsweredChallenge extends Challenge {
  readonly answer: string;
}

/**
 * Response to create and resume. `expires_in` is in seconds; `websocket_url` contains no token. An `access_token` that lives
 * no longer than a ticket opens one socket: for the next socket the session is resumed first.
 */
export interface SessionGrant {
  readonly session_id: string;
  readonly access_token: string;
  readonly expires_in: number;
  readonly websocket_url: string;
  /** The dialect to write. */
  readonly dialect: Dialect;
  /** The relay does not know for certain that the platform speaks `dialect`: the client may find the other one (M-1.6). */
  readonly dialect_assumed?: boolean | undefined;
  /** Separator between the texts of a stream (M-8.11); absent: `none`. */
  readonly chunk_join?: ChunkJoin | undefined;
  /** Carriers of this relay, best first; absent: only the socket of `websocket_url`. */
  readonly carriers?: readonly Carrier[] | undefined;
  /** Highest sequence that the visitor has seen in any page (M-3.18); absent from relays that do not store it. */
  readonly seen?: number | undefined;
}

/**
 * Ways of a conversation's frames, best first: a socket to the platform, a socket to the relay, polls at the relay. Where a network
 * blocks one, the client takes the next one (M-12.24).
 */
export const CARRIERS = ['direct', 'relay', 'poll'] as const;
export type Carrier = (typeof CARRIERS)[number];

/** Body of `POST /chat/sessions/{session_id}/resume`. */
export interface ResumeRequest {
  /** `relay`: the grant is for a socket to the relay. Absent: for the best carrier. */
  readonly carrier?: 'relay' | undefined;
}

/** Body of `POST /chat/sessions/{session_id}/frames`: client frames in their order. */
export interface FramesRequest {
  readonly frames: readonly string[];
}

/** Response to `GET /chat/sessions/{session_id}/frames`: server frames in their order. */
export interface FramesAnswer extends FramesRequest {
  /** Close code after the last frame; absent: the connection continues. */
  readonly closed?: number | undefined;
}

/** Body of `PUT /chat/sessions/{session_id}/seen`: the highest sequence that the visitor has seen. */
export interface SeenRequest {
  readonly sequence: number;
}

/** Ratings of a conversation by its visitor. */
export const RATINGS = ['up', 'down'] as const;
export type Thumb = (typeof RATINGS)[number];
/** Ratings of a session where the site asks for stars. */
export const STARS = [1, 2, 3, 4, 5] as const;

/** Longest text of a visitor's feedback, in characters. */
export const MAX_FEEDBACK_TEXT = 1_000;

/** Longest request of the platform for feedback that goes with it, in characters of JSON. */
export const MAX_CSAT_REQUEST = 4_000;

/** Longest id of a message that feedback names, in characters. */
export const MAX_FEEDBACK_MESSAGE_ID = 200;

/** Body of `POST /chat/sessions/{session_id}/feedback`. */
export interface FeedbackRequest {
  readonly rating: Thumb | (typeof STARS)[number];
  readonly text?: string | undefined;
  /** The message that is rated; absent: the whole session. */
  readonly message_id?: string | undefined;
  /** The platform's request for feedback about the session, as it came (M-6.21). */
  readonly csat_request?: Readonly<Record<string, unknown>> | undefined;
}

/** A visitor's opinion of a session, or of one message in it. */
export interface Feedback extends Pick<FeedbackRequest, 'rating' | 'text'> {
  readonly messageId?: string | undefined;
}

/** Feedback that the relay has taken: detail of the event `feedback` (contract §2). */
export interface GivenFeedback extends Feedback {
  readonly sessionId: string;
}

/** Longest token about a visitor, in characters (M-7.10). */
export const MAX_CONTEXT_TOKEN = 16_384;

/**
 * Outcome of the platform's question for a verified context. `none`: the page gave no token; `refused`: the platform does not
 * accept it; `failed`: the question failed; `timed-out`: no answer within 4 s.
 */
export type ContextOutcome = 'accepted' | 'refused' | 'failed' | 'timed-out' | 'none';

/** States of a session that the relay reports after a handshake of its own (M-3.4 to M-3.8). */
export const SESSION_STATES = [
  'alive',
  'expired',
  'token_mismatch',
  'too_many_connections',
  'unreachable',
] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** Response to `GET /chat/origin-check`. */
export interface OriginCheck {
  /** True if pages of this origin may use the relay. */
  readonly allowed: boolean;
  /** The request's `Origin`; null without one. */
  readonly origin: string | null;
}

/** Error response of the relay: RFC 9457 with a stable `code`. */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail?: string | undefined;
  /** In capitals for a failed call to the platform's REST API. */
  readonly code: ProblemCode | Uppercase<string>;
  /** Empty where no field is wrong. */
  readonly errors: readonly { readonly field: string; readonly message: string }[];
  /** Admin routes: the platform's response. */
  readonly upstream?: { readonly status: number; readonly error_id?: string | undefined } | undefined;
  /** With the code `challenge`. */
  readonly challenge?: Challenge | undefined;
  readonly request_id: string;
}

export type ProblemCode =
  | 'origin_not_allowed'
  | 'session_unknown'
  | 'session_expired'
  | 'invalid_request'
  | 'unprocessable'
  | 'body_too_large'
  | 'headers_too_large'
  | 'request_timeout'
  | 'unsupported_media_type'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'upgrade_required'
  | 'misdirected'
  | 'unauthorized'
  | 'forbidden'
  | 'too_many_requests'
  | 'challenge'
  | 'closed'
  | 'upstream_error'
  | 'upstream_unreachable'
  | 'upstream_timeout'
  | 'configuration'
  | 'not_configured'
  | 'unavailable'
  | 'internal_error';

export const PROBLEM_TYPE = 'application/problem+json';

/** True when the grant's token is a ticket. A ticket opens one socket. */
export const isTicket = ({ expires_in }: SessionGrant): boolean => expires_in * 1_000 <= TICKET_MS;

/** URL of a session's socket (M-3.1). M-3.2: an absent or invalid cursor requests the whole history. */
export function socketUrl(
  grant: Pick<SessionGrant, 'websocket_url' | 'session_id' | 'access_token'>,
  cursor: number,
): string {
  const url = new URL(grant.websocket_url);
  url.searchParams.set('session_id', grant.session_id);
  url.searchParams.set('access_token', grant.access_token);
  if (cursor !== 0) url.searchParams.set('cursor', String(Number.isSafeInteger(cursor) ? cursor : 0));
  return url.href;
}
