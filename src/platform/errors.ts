/** A field and its error. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** The error of a call, in one shape for all host families. Contains no key and no host name. */
export interface PlatformError {
  /** Stable, UPPER_SNAKE: the platform's code where it sent one, else one of `Code`. */
  readonly code: string;
  /** The HTTP status that a server between its client and the platform should answer with. */
  readonly status: number;
  readonly message: string;
  /** Message of the platform's error, without secrets and foreign ids, up to 500 characters. */
  readonly detail?: string;
  readonly errors: readonly FieldError[];
  /** The platform's answer; undefined when there was none. */
  readonly upstream?: { readonly status: number; readonly errorId?: string };
  /** Possible reasons why a key was refused. */
  readonly explanation?: string;
  /** Set when the platform throttles. */
  readonly retryInMs?: number;
}

/** Codes and texts for the statuses by which the platform refuses a request. */
const REFUSALS = {
  400: ['BAD_REQUEST', 'The platform does not accept the request'],
  401: ['UNAUTHORIZED', 'The platform does not accept the key'],
  402: ['PAYMENT_REQUIRED', 'The platform requires a payment'],
  403: ['FORBIDDEN', 'The key has no permission for this'],
  404: ['NOT_FOUND', 'The platform does not know this'],
  408: ['REQUEST_TIMEOUT', 'The platform did not receive the request in time'],
  409: ['CONFLICT', 'The platform has a limit or a state that does not allow this'],
  410: ['GONE', 'The platform no longer has this'],
  412: ['PRECONDITION_FAILED', 'The platform has a state that does not allow this'],
  413: ['PAYLOAD_TOO_LARGE', 'The request is too large for the platform'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'The platform does not accept the media type'],
  416: ['RANGE_NOT_SATISFIABLE', 'The range is outside the recording'],
  422: ['UNPROCESSABLE', 'The platform does not accept a value'],
  429: ['TOO_MANY_REQUESTS', 'The platform received too many requests'],
  451: ['UNAVAILABLE_FOR_LEGAL_REASONS', 'The platform may not offer this for legal reasons'],
  501: ['NOT_IMPLEMENTED', 'The platform does not offer this'],
} as const;

const FAILURES = {
  INVALID_REQUEST: [400, 'The request is not valid; it was not sent'],
  /** Any other status from 400 to 499; the error has that status. */
  REFUSED: [400, 'The platform refuses the request'],
  UPSTREAM_ERROR: [502, 'The platform failed'],
  UNEXPECTED_ANSWER: [502, 'The answer of the platform does not match its description'],
  BROKEN_ANSWER: [502, 'The answer of the platform is incomplete'],
  UNREACHABLE: [503, 'The platform cannot be reached'],
  TIMEOUT: [504, 'The platform did not answer in time'],
  ABORTED: [499, 'The call was aborted'],
} as const;

/** Error codes that Foyer assigns. */
export type Code = keyof typeof FAILURES | (typeof REFUSALS)[keyof typeof REFUSALS][0];

type More = Partial<Pick<PlatformError, 'detail' | 'errors' | 'upstream' | 'explanation' | 'retryInMs'>>;

export function platformError(code: keyof typeof FAILURES, more: More = {}): PlatformError {
  const [status, message] = FAILURES[code];
  return { code, status, message, errors: [], ...more };
}

const isKnown = (status: number): status is keyof typeof REFUSALS => status in REFUSALS;
/** The operator owns the key: a refusal of it is a gateway failure for the caller (contract §9). */
const statusFor = (status: number): number => (status === 401 || status === 403 ? 502 : status);

/** True for a status by which the platform refuses a request. Any other error status is a failure of the platform. */
export const isRefusal = (status: number): boolean => (status >= 400 && status < 500) || status === 501;

/** Makes the error of an error status of the platform. */
export function errorOfStatus(status: number, more: More): PlatformError {
  if (isKnown(status)) {
    const [code, message] = REFUSALS[status];
    return { code, status: statusFor(status), message, errors: [], ...more };
  }
  return isRefusal(status)
    ? { ...platformError('REFUSED', more), status }
    : platformError('UPSTREAM_ERROR', more);
}

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

/** Limit for the errors of one request. */
export const MAX_ERRORS = 50;
const fieldOf = (path: readonly PropertyKey[]): string => path.map(String).join('.');

/** Turns all schema issues into field errors. A message says what is expected and never contains a value. */
export function allFieldErrors(issues: readonly Issue[]): readonly FieldError[] {
  return issues.flatMap(({ code, path, message, keys }) =>
    code === 'unrecognized_keys' && keys
      ? keys.map((key) => ({ field: fieldOf([...path, key]), message: 'is not known here' }))
      : [{ field: fieldOf(path), message }],
  );
}

/** The first `MAX_ERRORS` of them. */
export const fieldErrors = (issues: readonly Issue[]): readonly FieldError[] =>
  allFieldErrors(issues).slice(0, MAX_ERRORS);
