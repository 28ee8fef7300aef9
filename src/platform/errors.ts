/** A field and what is wrong with it. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

/** What went wrong with a call, in one shape whatever the platform said. It holds no key and no host's name. */
export interface PlatformError {
  /** Stable and UPPER_SNAKE: the platform's own where it gave one, else one of `Code`. */
  readonly code: string;
  /** The HTTP status with which a server that stands in between answers for it. */
  readonly status: number;
  readonly message: string;
  readonly errors: readonly FieldError[];
  /** What the platform answered; undefined when it did not. */
  readonly upstream?: { readonly status: number; readonly errorId?: string };
  /** Of a refused key: what may be the reason. */
  readonly explanation?: string;
  /** When the platform asked to wait. */
  readonly retryInMs?: number;
}

/** The codes that are given here. */
export type Code = keyof typeof WORDING;

const WORDING = {
  INVALID_REQUEST: [400, 'The request is not valid; it was not sent'],
  BAD_REQUEST: [400, 'The platform does not accept the request'],
  // The key is the operator's: for whoever asked, the service in between is set up wrongly (contract §9).
  UNAUTHORIZED: [502, 'The platform does not accept the key'],
  FORBIDDEN: [502, 'The key has no permission for this'],
  NOT_FOUND: [404, 'The platform does not know this'],
  CONFLICT: [409, 'The platform has a limit or a state that does not allow this'],
  RANGE_NOT_SATISFIABLE: [416, 'The range lies outside of the recording'],
  UNPROCESSABLE: [422, 'The platform does not accept a value'],
  TOO_MANY_REQUESTS: [429, 'The platform asks to wait'],
  NOT_IMPLEMENTED: [501, 'The platform does not offer this'],
  UPSTREAM_ERROR: [502, 'The platform failed'],
  UNEXPECTED_ANSWER: [502, 'The answer of the platform is not what its description says'],
  BROKEN_ANSWER: [502, 'The answer of the platform broke off'],
  UNREACHABLE: [503, 'The platform cannot be reached'],
  TIMEOUT: [504, 'The platform did not answer in time'],
  ABORTED: [499, 'The call was given up'],
} as const satisfies Record<string, readonly [number, string]>;

const CODES: Readonly<Record<number, Code>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  416: 'RANGE_NOT_SATISFIABLE',
  422: 'UNPROCESSABLE',
  429: 'TOO_MANY_REQUESTS',
  501: 'NOT_IMPLEMENTED',
};

type More = Partial<Pick<PlatformError, 'errors' | 'upstream' | 'explanation' | 'retryInMs'>>;

export function platformError(code: Code, more: More = {}): PlatformError {
  const [status, message] = WORDING[code];
  return { code, status, message, errors: [], ...more };
}

/** The code that stands for a status of the platform. */
export const codeOf = (status: number): Code => CODES[status] ?? 'UPSTREAM_ERROR';

interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

/** Enough for whoever mends a request. */
export const MAX_ERRORS = 50;
const fieldOf = (path: readonly PropertyKey[]): string => path.map(String).join('.');

/** Everything that a schema found: one entry a field. A message names what is expected, never a value. */
export function allFieldErrors(issues: readonly Issue[]): readonly FieldError[] {
  return issues.flatMap(({ code, path, message, keys }) =>
    code === 'unrecognized_keys' && keys
      ? keys.map((key) => ({ field: fieldOf([...path, key]), message: 'is not known here' }))
      : [{ field: fieldOf(path), message }],
  );
}

/** As much of it as one error repeats. */
export const fieldErrors = (issues: readonly Issue[]): readonly FieldError[] =>
  allFieldErrors(issues).slice(0, MAX_ERRORS);
