import type { FieldError, PlatformError } from '../../platform/index.ts';
import { type Challenge, PROBLEM_TYPE, type Problem, type ProblemCode } from '../../protocol/relay.ts';
import { boundedErrors } from '../log/bounded-errors.ts';
import type { Door } from './door.ts';
import type { RefusalKind } from './refusal-kind.ts';

/** The reason why the platform created no session. */
export type MessagingError =
  /** The platform refused the relay's credentials; never retried (M-2.6). */
  | { readonly kind: 'refused' }
  | { readonly kind: 'throttled'; readonly retryInMs: number }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'timeout' }
  /** The platform answered with an error or unexpectedly. */
  | { readonly kind: 'broken' };

/** Answer to a failure: status, stable code, title, and the label in metrics if a rule of the relay refused. */
type Answer = readonly [status: number, code: ProblemCode, title: string, kind?: RefusalKind];

const ANSWERS = {
  'origin-not-allowed': [403, 'origin_not_allowed', 'This page may not use this relay', 'origin'],
  'session-unknown': [404, 'session_unknown', 'The session does not exist'],
  /** M-3.22: the site is paused, or outside of its hours. */
  closed: [403, 'closed', 'The chat takes no new conversations now', 'closed'],
  /** M-14.19: the site has not switched messages on. */
  'no-messages': [403, 'forbidden', 'The site takes no messages'],
  'session-expired': [410, 'session_expired', 'The session has ended'],
  'invalid-request': [400, 'invalid_request', 'The request is invalid', 'invalid'],
  /** A readable request that cannot be carried out. */
  unprocessable: [422, 'unprocessable', 'A value of the request is not allowed', 'invalid'],
  /** S-105: a path in another spelling than its route. */
  'unclear-path': [400, 'invalid_request', 'The request is invalid', 'path'],
  'body-too-large': [413, 'body_too_large', 'The body is too large', 'body'],
  'headers-too-large': [431, 'headers_too_large', 'The headers are too large', 'headers'],
  'request-timeout': [408, 'request_timeout', 'The request did not arrive in time', 'timeout'],
  'unsupported-media-type': [415, 'unsupported_media_type', 'The body must be application/json', 'body'],
  'not-found': [404, 'not_found', 'The resource does not exist'],
  /** Several sites share the host, and the request names none of them. */
  'site-unknown': [404, 'not_found', 'The request names no site of this relay'],
  'method-not-allowed': [405, 'method_not_allowed', 'The method is not allowed here', 'method'],
  /** The host differs from `FOYER_PUBLIC_URL`. */
  'wrong-host': [421, 'misdirected', 'The relay is not reached by this host', 'misdirected'],
  /** A WebSocket handshake that arrived as a plain request. */
  'upgrade-required': [
    426,
    'upgrade_required',
    'The request must be a WebSocket handshake',
    'upgrade_required',
  ],
  /** No admin key, or an unknown one. */
  unauthorized: [401, 'unauthorized', 'A valid admin key is required', 'admin_key'],
  /** A mistyped key, or one that `foyer-relay key` has not made. */
  'no-admin-key': [401, 'unauthorized', 'This is no admin key', 'admin_key'],
  /** A request of the console without a session. */
  'signed-out': [401, 'unauthorized', 'Nobody is signed in'],
  'nobody-signs-in': [
    503,
    'not_configured',
    'Nobody can sign in: FOYER_ADMIN_KEYS has no key (foyer-relay key makes one), and neither FOYER_OIDC_ISSUER nor FOYER_CONSOLE_USER_HEADER is set',
  ],
  /** Signing in with an unknown key. */
  'key-unknown': [401, 'unauthorized', 'The relay does not know this key', 'admin_key'],
  /** A known admin key after its last day. */
  'key-expired': [401, 'unauthorized', 'The admin key has expired', 'admin_key'],
  /** A change that the console did not send (S-116). */
  'not-of-console': [403, 'forbidden', 'The console did not send this change', 'origin'],
  /** A proxy gives a person the name of an admin key. The audit could not distinguish them. */
  'name-of-key': [403, 'forbidden', 'The proxy gives a person the name of a configured admin key', 'scope'],
  /** A webhook without a valid signature. */
  unsigned: [401, 'unauthorized', 'The webhook is not accepted', 'webhook_signature'],
  'rotation-in-progress': [503, 'unavailable', 'The secret of the webhook is being replaced'],
  /** The old secret of a webhook is still accepted, so it cannot be replaced yet. */
  'rotation-overlapping': [409, 'conflict', 'The secret of the webhook was replaced less than a day ago'],
  /** A behaviour text was changed after it was read. */
  'behavior-changed': [409, 'conflict', 'The behaviour text has changed in the meantime'],
  /** A known admin key without the scope. */
  forbidden: [403, 'forbidden', 'The admin key lacks the scope', 'scope'],
  /** A bound admin key that is used outside its binding. */
  'outside-binding': [403, 'forbidden', 'The admin key is bound to other sites or projects', 'scope'],
  /** A polled connection ended before it had sent the posted frames. */
  'connection-closed': [409, 'conflict', 'The connection has closed'],
  'too-many-requests': [429, 'too_many_requests', 'Too many requests', 'rate_limit'],
  /** A new session needs a proof of work (S-138). */
  challenge: [429, 'challenge', 'A new session needs the answer to a challenge', 'challenge'],
  /** The host of the platform is not configured. */
  'not-configured': [503, 'not_configured', 'The host of the platform is not configured'],
  /** The relay's store is unavailable. */
  store: [503, 'unavailable', 'The relay is temporarily unavailable'],
  /** Unfinished bodies use all of their memory budget. */
  busy: [503, 'unavailable', 'The relay is temporarily unavailable', 'body'],
  internal: [500, 'internal_error', 'The relay failed unexpectedly'],
} as const satisfies Record<string, Answer>;

const MESSAGING_ANSWERS: Readonly<Record<MessagingError['kind'], Answer>> = {
  // The operator must correct the configuration; the code tells the client not to retry (M-2.6).
  refused: [502, 'configuration', 'The relay is not configured correctly'],
  broken: [502, 'upstream_error', 'The chat platform failed'],
  unreachable: [503, 'upstream_unreachable', 'The chat platform cannot be reached'],
  timeout: [504, 'upstream_timeout', 'The chat platform did not answer in time'],
  throttled: ANSWERS['too-many-requests'],
};

/** Failures with details. */
type DetailedFailure =
  | { readonly failed: 'invalid-request' | 'unprocessable'; readonly errors: readonly FieldError[] }
  | { readonly failed: 'method-not-allowed'; readonly allow: string }
  | {
      readonly failed: 'not-of-console';
      readonly who: string;
      readonly door: Door;
      readonly site: string | undefined;
    }
  | { readonly failed: 'rotation-overlapping'; readonly name: string; readonly until: number }
  | { readonly failed: 'behavior-changed'; readonly branch: string }
  | {
      readonly failed: 'forbidden';
      readonly scopes: readonly string[];
      readonly who: string;
      readonly door: Door;
      /** As in `Actor`. */
      readonly site: string | undefined;
    }
  | { readonly failed: 'outside-binding'; readonly bound: readonly string[]; readonly about: string }
  | { readonly failed: 'too-many-requests'; readonly retryInMs: number; readonly detail?: string }
  | { readonly failed: 'challenge'; readonly challenge: Challenge; readonly retryInMs: number }
  | { readonly failed: 'not-configured'; readonly settings: string };

/** A failure of the relay itself. */
type OwnFailure =
  | DetailedFailure
  | { readonly failed: Exclude<keyof typeof ANSWERS, DetailedFailure['failed']> };

/** All expected failures of a request. */
export type Failure =
  | OwnFailure
  | { readonly failed: 'messaging'; readonly error: MessagingError }
  /** A call of the platform's REST interface failed. */
  | { readonly failed: 'platform'; readonly error: PlatformError };

interface Details {
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  readonly upstream?: Problem['upstream'];
  readonly challenge?: Challenge;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Description extends Details, Pick<Problem, 'status' | 'code' | 'title'> {}

/** `Retry-After` when the platform or the store is unavailable. */
export const UNREACHABLE_RETRY_S = 2;

/** The value of `Retry-After`. */
export const retryAfterSeconds = (inMs: number): string => String(Math.max(1, Math.ceil(inMs / 1_000)));
const retryAfter = (inMs: number): Details => ({ headers: { 'Retry-After': retryAfterSeconds(inMs) } });
const RETRY_SOON = retryAfter(UNREACHABLE_RETRY_S * 1_000);

const PATH_ERROR: FieldError = {
  field: 'path',
  message:
    'must not contain empty or dot segments, backslashes, or escapes of these or of unreserved characters',
};

function detailsOf(failure: OwnFailure): Details {
  switch (failure.failed) {
    case 'invalid-request':
    case 'unprocessable':
      return { errors: failure.errors };
    case 'unclear-path':
      return { errors: [PATH_ERROR] };
    case 'method-not-allowed':
      return { headers: { Allow: failure.allow } };
    case 'site-unknown':
      return {
        detail:
          'Send it from a page of the site. For an iframe page, give the site a FOYER_PUBLIC_URL with a host of its own.',
      };
    case 'upgrade-required':
      return {
        detail: 'The proxy in front of the relay must pass the headers Upgrade and Connection.',
        headers: { Upgrade: 'websocket' },
      };
    case 'unauthorized':
      return {
        detail: 'Send it as "Authorization: Bearer <admin key>".',
        headers: { 'WWW-Authenticate': 'Bearer' },
      };
    case 'no-admin-key':
      return {
        detail: 'Admin keys begin with foyer_ and are made by foyer-relay key. Copy the whole key.',
        headers: { 'WWW-Authenticate': 'Bearer' },
      };
    case 'headers-too-large':
      return {
        detail:
          'All headers together may have 64 KB. Most are cookies of the whole domain: give the relay a separate host, or remove unused cookies.',
      };
    case 'not-of-console':
      return { detail: 'Reload the page. A program sends an admin key instead of a cookie.' };
    case 'rotation-overlapping':
      return {
        detail: `The old one is accepted until ${new Date(failure.until).toISOString()}. End it before with POST /admin/v1/webhook-secrets/${failure.name}/end-previous.`,
      };
    case 'behavior-changed':
      return { detail: `Nothing was saved. Read the text of ${failure.branch} again.` };
    case 'forbidden':
      return { detail: `The key needs the scope ${failure.scopes.join(' or ')}.` };
    case 'outside-binding':
      return {
        detail: `The key may be used for ${failure.bound.join(', ')}; this call is about ${failure.about}.`,
      };
    case 'too-many-requests':
      return { ...(failure.detail && { detail: failure.detail }), ...retryAfter(failure.retryInMs) };
    case 'challenge':
      // A client that does not know challenges waits as for any other 429.
      return { challenge: failure.challenge, ...retryAfter(failure.retryInMs) };
    case 'not-configured':
      return { detail: `Set ${failure.settings}.` };
    case 'rotation-in-progress':
    case 'store':
    case 'busy':
      return RETRY_SOON;
    default:
      return {};
  }
}

function describePlatformError(error: PlatformError): Description {
  const { status, code, message, errors, upstream, retryInMs } = error;
  const detail = [error.explanation, error.detail].filter((sentence) => sentence !== undefined).join(' ');
  return {
    status,
    code: code as Uppercase<string>,
    title: message,
    ...(detail !== '' && { detail }),
    errors,
    ...(upstream && { upstream: { status: upstream.status, error_id: upstream.errorId } }),
    ...(retryInMs !== undefined && retryAfter(retryInMs)),
  };
}

function describeMessagingError(error: MessagingError): Description {
  const [status, code, title] = MESSAGING_ANSWERS[error.kind];
  if (error.kind === 'throttled') return { status, code, title, ...retryAfter(error.retryInMs) };
  return { status, code, title, ...(error.kind === 'unreachable' && RETRY_SOON) };
}

function describe(failure: Failure): Description {
  if (failure.failed === 'messaging') return describeMessagingError(failure.error);
  if (failure.failed === 'platform') return describePlatformError(failure.error);
  const [status, code, title] = ANSWERS[failure.failed];
  return { status, code, title, ...detailsOf(failure) };
}

/** The label of a failure in metrics; undefined for unknown resources, and for requests that the relay cannot serve. */
export function refusalKindOf(failed: Failure['failed']): RefusalKind | undefined {
  if (failed === 'messaging' || failed === 'platform') return undefined;
  const answer: Answer = ANSWERS[failed];
  return answer[3];
}

/** The stable code of a failure. */
export const codeOf = (failure: Failure): string => describe(failure).code;

const MAX_SENTENCE = 250;

/** The errors in one sentence; undefined for an empty list. */
function sentenceOf(errors: readonly FieldError[]): string | undefined {
  if (errors.length === 0) return undefined;
  const sentence = errors.map(({ field, message }) => (field ? `${field} ${message}` : message)).join('; ');
  return sentence.length <= MAX_SENTENCE ? `${sentence}.` : `${sentence.slice(0, MAX_SENTENCE)}…`;
}

/** Converts a failure to an answer (RFC 9457). The answer contains no internal details. */
export function problemResponse(failure: Failure, requestId: string): Response {
  const {
    status,
    code,
    title,
    errors: all = [],
    upstream,
    challenge,
    headers,
    ...described
  } = describe(failure);
  const errors = boundedErrors(all);
  const detail = described.detail ?? sentenceOf(errors);
  const problem: Problem = {
    type: `urn:foyer:problem:${code}`,
    title,
    status,
    detail,
    code,
    errors,
    upstream,
    challenge,
    request_id: requestId,
  };
  return new Response(JSON.stringify(problem), {
    status,
    headers: { ...headers, 'Content-Type': PROBLEM_TYPE },
  });
}
