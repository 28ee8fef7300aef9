import { unreachable } from '../base/unreachable.ts';
import type { FieldError, PlatformError } from '../platform/index.ts';
import { PROBLEM_TYPE, type Problem } from '../protocol/relay.ts';
import { boundedErrors } from './bounded-errors.ts';
import type { MessagingError } from './upstream/messaging-host.ts';

/** All expected failures of a request. */
export type Failure =
  | { readonly failed: 'origin-not-allowed' }
  | { readonly failed: 'session-unknown' }
  | { readonly failed: 'session-expired' }
  | { readonly failed: 'invalid-request'; readonly errors: readonly FieldError[] }
  /** A readable request that cannot be carried out as it is. */
  | { readonly failed: 'unprocessable'; readonly errors: readonly FieldError[] }
  /** S-105: another spelling of a path than the one that its route has. */
  | { readonly failed: 'unclear-path' }
  | { readonly failed: 'body-too-large' }
  | { readonly failed: 'headers-too-large' }
  | { readonly failed: 'request-timeout' }
  | { readonly failed: 'unsupported-media-type' }
  | { readonly failed: 'not-found' }
  | { readonly failed: 'method-not-allowed'; readonly allow: string }
  /** Another host than that of `FOYER_PUBLIC_URL`. */
  | { readonly failed: 'wrong-host' }
  /** A handshake of a socket that came as a plain request. */
  | { readonly failed: 'upgrade-required' }
  /** No admin key, or an unknown one. */
  | { readonly failed: 'unauthorized' }
  /** A request of the console without a session. */
  | { readonly failed: 'signed-out' }
  /** Signing in with an unknown key. */
  | { readonly failed: 'key-unknown' }
  /** A change that the console did not send (S-116). */
  | { readonly failed: 'not-of-console'; readonly who: string }
  /** A webhook without a valid signature. */
  | { readonly failed: 'unsigned' }
  /** The secret of a webhook is being replaced. */
  | { readonly failed: 'rotation-in-progress' }
  /** The old secret of a webhook is accepted still, so it is too early for the next one. */
  | { readonly failed: 'rotation-overlapping'; readonly name: string; readonly until: number }
  /** A known admin key without the scope. */
  | { readonly failed: 'forbidden'; readonly scopes: readonly string[]; readonly who: string }
  /** A bound admin key, and a call about something that it is not bound to. */
  | { readonly failed: 'outside-binding'; readonly bound: readonly string[]; readonly about: string }
  | { readonly failed: 'too-many-requests'; readonly retryInMs: number }
  | { readonly failed: 'messaging'; readonly error: MessagingError }
  /** The host of the platform is not configured. */
  | { readonly failed: 'not-configured'; readonly settings: string }
  /** A call of the platform's REST interface failed. */
  | { readonly failed: 'platform'; readonly error: PlatformError }
  /** The relay's store is unavailable. */
  | { readonly failed: 'store' }
  /** Unfinished bodies take all the memory that there is for them. */
  | { readonly failed: 'busy' }
  | { readonly failed: 'internal' };

interface Description {
  readonly status: number;
  readonly code: Problem['code'];
  readonly title: string;
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  readonly upstream?: Problem['upstream'];
  readonly headers?: Readonly<Record<string, string>>;
}

/** `Retry-After` when the platform or the store is unavailable. */
export const UNREACHABLE_RETRY_S = 2;

function describe(failure: Failure): Description {
  switch (failure.failed) {
    case 'origin-not-allowed':
      return { status: 403, code: 'origin_not_allowed', title: 'This page may not use this relay' };
    case 'session-unknown':
      return { status: 404, code: 'session_unknown', title: 'The session does not exist' };
    case 'session-expired':
      return { status: 410, code: 'session_expired', title: 'The session has ended' };
    case 'invalid-request':
      return {
        status: 400,
        code: 'invalid_request',
        title: 'The request is invalid',
        errors: failure.errors,
      };
    case 'unclear-path':
      return {
        status: 400,
        code: 'invalid_request',
        title: 'The request is invalid',
        errors: [
          {
            field: 'path',
            message:
              'must not contain empty or dot segments, backslashes, or escapes of these or of unreserved characters',
          },
        ],
      };
    case 'unprocessable':
      return {
        status: 422,
        code: 'unprocessable',
        title: 'A value of the request is not allowed',
        errors: failure.errors,
      };
    case 'body-too-large':
      return { status: 413, code: 'body_too_large', title: 'The body is too large' };
    case 'headers-too-large':
      return { status: 431, code: 'headers_too_large', title: 'The headers are too large' };
    case 'request-timeout':
      return { status: 408, code: 'request_timeout', title: 'The request did not arrive in time' };
    case 'unsupported-media-type':
      return { status: 415, code: 'unsupported_media_type', title: 'The body must be application/json' };
    case 'not-found':
      return { status: 404, code: 'not_found', title: 'The resource does not exist' };
    case 'method-not-allowed':
      return {
        status: 405,
        code: 'method_not_allowed',
        title: 'The method is not allowed here',
        headers: { Allow: failure.allow },
      };
    case 'wrong-host':
      return { status: 421, code: 'misdirected', title: 'The relay is not reached by this host' };
    case 'upgrade-required':
      return {
        status: 426,
        code: 'upgrade_required',
        title: 'The request must be a WebSocket handshake',
        detail: 'The proxy in front of the relay must pass the headers Upgrade and Connection.',
        headers: { Upgrade: 'websocket' },
      };
    case 'unauthorized':
      return {
        status: 401,
        code: 'unauthorized',
        title: 'A valid admin key is required',
        detail: 'Send it as "Authorization: Bearer <admin key>".',
        headers: { 'WWW-Authenticate': 'Bearer' },
      };
    case 'signed-out':
      return { status: 401, code: 'unauthorized', title: 'Nobody is signed in' };
    case 'key-unknown':
      return { status: 401, code: 'unauthorized', title: 'The relay does not know this key' };
    case 'not-of-console':
      return {
        status: 403,
        code: 'forbidden',
        title: 'The console did not send this change',
        detail: 'Reload the page. A program sends an admin key instead of a cookie.',
      };
    case 'unsigned':
      return { status: 401, code: 'unauthorized', title: 'The webhook is not accepted' };
    case 'rotation-in-progress':
      return {
        status: 503,
        code: 'unavailable',
        title: 'The secret of the webhook is being replaced',
        headers: { 'Retry-After': String(UNREACHABLE_RETRY_S) },
      };
    case 'rotation-overlapping':
      return {
        status: 409,
        code: 'conflict',
        title: 'The secret of the webhook was replaced less than a day ago',
        detail: `The old one is accepted until ${new Date(failure.until).toISOString()}. End it before with POST /admin/v1/webhook-secrets/${failure.name}/end-previous.`,
      };
    case 'forbidden':
      return {
        status: 403,
        code: 'forbidden',
        title: 'The admin key lacks the scope',
        detail: `The key needs the scope ${failure.scopes.join(' or ')}.`,
      };
    case 'outside-binding':
      return {
        status: 403,
        code: 'forbidden',
        title: 'The admin key is bound to other projects',
        detail: `The key may be used for ${failure.bound.join(', ')}; this call is about ${failure.about}.`,
      };
    case 'too-many-requests':
      return throttled(failure.retryInMs);
    case 'messaging':
      return describeMessagingError(failure.error);
    case 'not-configured':
      return {
        status: 503,
        code: 'not_configured',
        title: 'The host of the platform is not configured',
        detail: `Set ${failure.settings}.`,
      };
    case 'platform':
      return describePlatformError(failure.error);
    case 'store':
    case 'busy':
      return {
        status: 503,
        code: 'unavailable',
        title: 'The relay is temporarily unavailable',
        headers: { 'Retry-After': String(UNREACHABLE_RETRY_S) },
      };
    case 'internal':
      return { status: 500, code: 'internal_error', title: 'The relay failed unexpectedly' };
    default:
      return unreachable(failure);
  }
}

/** The value of `Retry-After`. */
export const retryAfterSeconds = (inMs: number): string => String(Math.max(1, Math.ceil(inMs / 1_000)));
const retryAfter = (inMs: number) => ({ 'Retry-After': retryAfterSeconds(inMs) });

const throttled = (retryInMs: number): Description => ({
  status: 429,
  code: 'too_many_requests',
  title: 'Too many requests',
  headers: retryAfter(retryInMs),
});

function describePlatformError(error: PlatformError): Description {
  const { status, code, message, errors, upstream, retryInMs } = error;
  const detail = [error.explanation, error.detail].filter((it) => it !== undefined).join(' ');
  return {
    status,
    code: code as Uppercase<string>,
    title: message,
    ...(detail !== '' && { detail }),
    errors,
    ...(upstream && { upstream: { status: upstream.status, error_id: upstream.errorId } }),
    ...(retryInMs !== undefined && { headers: retryAfter(retryInMs) }),
  };
}

function describeMessagingError(error: MessagingError): Description {
  switch (error.kind) {
    case 'refused':
      // The operator must correct the configuration; the code tells the client not to retry (M-2.6).
      return { status: 502, code: 'configuration', title: 'The relay is not configured correctly' };
    case 'broken':
      return { status: 502, code: 'upstream_error', title: 'The chat platform failed' };
    case 'unreachable':
      return {
        status: 503,
        code: 'upstream_unreachable',
        title: 'The chat platform cannot be reached',
        headers: { 'Retry-After': String(UNREACHABLE_RETRY_S) },
      };
    case 'timeout':
      return { status: 504, code: 'upstream_timeout', title: 'The chat platform did not answer in time' };
    case 'throttled':
      return throttled(error.retryInMs);
    default:
      return unreachable(error);
  }
}

/** The stable code of a failure. */
export const codeOf = (failure: Failure): string => describe(failure).code;

const MAX_SENTENCE = 250;

/** The errors in one sentence; undefined without any. */
function sentenceOf(errors: readonly FieldError[]): string | undefined {
  if (errors.length === 0) return undefined;
  const sentence = errors.map(({ field, message }) => (field ? `${field} ${message}` : message)).join('; ');
  return sentence.length <= MAX_SENTENCE ? `${sentence}.` : `${sentence.slice(0, MAX_SENTENCE)}…`;
}

/** Converts a failure to an answer (RFC 9457). The answer contains no internal details. */
export function problemResponse(failure: Failure, requestId: string): Response {
  const { status, code, title, errors: all = [], upstream, headers, ...described } = describe(failure);
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
    request_id: requestId,
  };
  return new Response(JSON.stringify(problem), {
    status,
    headers: { ...headers, 'Content-Type': PROBLEM_TYPE },
  });
}
