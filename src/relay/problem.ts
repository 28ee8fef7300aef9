import { unreachable } from '../base/unreachable.ts';
import type { FieldError, PlatformError } from '../platform/index.ts';
import { PROBLEM_TYPE, type Problem } from '../protocol/relay.ts';
import type { MessagingFault } from './upstream/messaging-host.ts';

/** Everything that may go wrong with a request and is expected to, sometimes. */
export type Failure =
  | { readonly failed: 'origin-not-allowed' }
  | { readonly failed: 'session-unknown' }
  | { readonly failed: 'session-expired' }
  | { readonly failed: 'invalid-request'; readonly errors: readonly FieldError[] }
  | { readonly failed: 'body-too-large' }
  | { readonly failed: 'headers-too-large' }
  | { readonly failed: 'unsupported-media-type' }
  | { readonly failed: 'not-found' }
  | { readonly failed: 'method-not-allowed'; readonly allow: string }
  /** No key, or none that is known. */
  | { readonly failed: 'unauthorized' }
  /** A webhook whose signature does not hold, for whatever reason. */
  | { readonly failed: 'unsigned' }
  /** The key is known and lacks the scope. */
  | { readonly failed: 'forbidden'; readonly scopes: readonly string[] }
  | { readonly failed: 'too-many-requests'; readonly retryInMs: number }
  | { readonly failed: 'messaging'; readonly fault: MessagingFault }
  /** A host of the platform that this relay was told nothing of. */
  | { readonly failed: 'not-configured'; readonly settings: string }
  /** A call to the platform's REST side that came to nothing. */
  | { readonly failed: 'platform'; readonly error: PlatformError }
  /** The relay's own store is out of reach. */
  | { readonly failed: 'store' }
  | { readonly failed: 'internal' };

interface Wording {
  readonly status: number;
  readonly code: Problem['code'];
  readonly title: string;
  readonly detail?: string;
  readonly errors?: readonly FieldError[];
  readonly upstream?: Problem['upstream'];
  readonly headers?: Readonly<Record<string, string>>;
}

/** How long a client should leave an unreachable platform, or a relay without its store, alone. */
const UNREACHABLE_RETRY_S = 2;

function wordingOf(failure: Failure): Wording {
  switch (failure.failed) {
    case 'origin-not-allowed':
      return { status: 403, code: 'origin_not_allowed', title: 'This page may not use this relay' };
    case 'session-unknown':
      return { status: 404, code: 'session_unknown', title: 'There is no such session' };
    case 'session-expired':
      return { status: 410, code: 'session_expired', title: 'The session is over' };
    case 'invalid-request':
      return {
        status: 400,
        code: 'invalid_request',
        title: 'The request cannot be read',
        errors: failure.errors,
      };
    case 'body-too-large':
      return { status: 413, code: 'body_too_large', title: 'The body is too large' };
    case 'headers-too-large':
      return { status: 431, code: 'headers_too_large', title: 'The headers are too large' };
    case 'unsupported-media-type':
      return { status: 415, code: 'unsupported_media_type', title: 'The body must be application/json' };
    case 'not-found':
      return { status: 404, code: 'not_found', title: 'There is nothing here' };
    case 'method-not-allowed':
      return {
        status: 405,
        code: 'method_not_allowed',
        title: 'The method is not allowed here',
        headers: { Allow: failure.allow },
      };
    case 'unauthorized':
      return {
        status: 401,
        code: 'unauthorized',
        title: 'A known admin key is needed',
        detail: 'Send it as "Authorization: Bearer <admin key>".',
        headers: { 'WWW-Authenticate': 'Bearer' },
      };
    case 'unsigned':
      return { status: 401, code: 'unauthorized', title: 'The webhook is not accepted' };
    case 'forbidden':
      return {
        status: 403,
        code: 'forbidden',
        title: 'This admin key may not do that',
        detail: `It needs the scope ${failure.scopes.join(' or ')}.`,
      };
    case 'too-many-requests':
      return throttled(failure.retryInMs);
    case 'messaging':
      return messagingWording(failure.fault);
    case 'not-configured':
      return {
        status: 503,
        code: 'not_configured',
        title: 'The relay does not know this host of the platform',
        detail: `Set ${failure.settings}.`,
      };
    case 'platform':
      return platformWording(failure.error);
    case 'store':
      return {
        status: 503,
        code: 'unavailable',
        title: 'The relay cannot answer now',
        headers: { 'Retry-After': String(UNREACHABLE_RETRY_S) },
      };
    case 'internal':
      return { status: 500, code: 'internal_error', title: 'The relay failed' };
    default:
      return unreachable(failure);
  }
}

const retryAfter = (inMs: number) => ({ 'Retry-After': String(Math.max(1, Math.ceil(inMs / 1_000))) });

const throttled = (retryInMs: number): Wording => ({
  status: 429,
  code: 'too_many_requests',
  title: 'Too many requests',
  headers: retryAfter(retryInMs),
});

function platformWording(error: PlatformError): Wording {
  const { status, code, message, explanation, errors, upstream, retryInMs } = error;
  return {
    status,
    code: code as Uppercase<string>,
    title: message,
    ...(explanation !== undefined && { detail: explanation }),
    ...(errors.length > 0 && { errors }),
    ...(upstream && { upstream: { status: upstream.status, error_id: upstream.errorId } }),
    ...(retryInMs !== undefined && { headers: retryAfter(retryInMs) }),
  };
}

function messagingWording(fault: MessagingFault): Wording {
  switch (fault.at) {
    case 'refused':
      // The operator's fault: the code tells the client that asking again cannot help (spec messaging §2).
      return { status: 502, code: 'configuration', title: 'The relay is not set up correctly' };
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
      return throttled(fault.retryInMs);
    default:
      return unreachable(fault);
  }
}

/** The stable code of a failure. */
export const codeOf = (failure: Failure): string => wordingOf(failure).code;

/** The one place that turns a failure into an answer (RFC 9457). It says what, never why in detail, where or with what. */
export function problemResponse(failure: Failure, requestId: string): Response {
  const { status, code, title, detail, errors, upstream, headers } = wordingOf(failure);
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
