import type { Permission } from '../keys.ts';

/** A refused call of the base or the platform host, before an area puts it into its own words. */
export interface Fault {
  readonly status: number;
  /** In UPPER_SNAKE_CASE. */
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly FieldFault[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FieldFault {
  readonly field: string;
  readonly message: string;
}

export const FAULTS = {
  missingKey: { status: 401, code: 'UNAUTHORIZED', message: 'Missing API key' },
  // spec, Authentication: a key of another region is refused like one that never was.
  invalidKey: { status: 401, code: 'UNAUTHORIZED', message: 'Invalid API key' },
  notFound: { status: 404, code: 'NOT_FOUND', message: 'Resource not found' },
  bodyTooLarge: {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    message: 'Request body too large',
    // The rest of the body is not read, so nothing can follow it.
    headers: { Connection: 'close' },
  },
  mediaType: {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'The request body must be plain application/json',
  },
  internal: { status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error' },
} as const satisfies Record<string, Fault>;

export const forbidden = (permission: Permission): Fault => ({
  status: 403,
  code: 'FORBIDDEN',
  message: `The API key lacks the ${permission} permission`,
});

export const wrongMethod = (allow: string): Fault => ({
  status: 405,
  code: 'METHOD_NOT_ALLOWED',
  message: 'Method not allowed',
  headers: { Allow: allow },
});

/** spec, Errors: 400 is for a body or parameters that are not of the shape. */
export const invalid = (errors: readonly FieldFault[]): Fault => ({
  status: 400,
  code: 'VALIDATION_ERROR',
  message: 'Validation error',
  errors,
});

/** spec, Errors: 422 is for a malformed id, and for a value of the right shape that cannot be worked with. */
export const unprocessable = (field: string, message: string): Fault => ({
  status: 422,
  code: 'UNPROCESSABLE_ENTITY',
  message: 'Validation error',
  errors: [{ field, message }],
});

/** spec, Errors: 409 is for one more than there may be. */
export const limitReached = (what: string, most: number): Fault => ({
  status: 409,
  code: 'RESOURCE_LIMIT_EXCEEDED',
  message: `An account may have at most ${most} ${what}`,
});

/** What went wrong in one line, for bodies that have no room for a list. */
const inOneLine = ({ message, errors = [] }: Fault): string =>
  errors.length === 0 ? message : errors.map((it) => `${it.field} ${it.message}`.trim()).join('; ');

/** How an area words its refusals; the correlation id is the one of the answer's header. */
export type Wording = (fault: Fault, correlationId: string) => object;

/** Alerts and webhooks: the specification's own shape (Errors). */
export const fieldList: Wording = ({ message, errors = [] }) => ({ message, errors });

/** Agents: the envelope of the published description. */
export const envelope: Wording = (fault, correlationId) => {
  const text = inOneLine(fault);
  return {
    success: false,
    error: text,
    error_id: correlationId,
    error_code: fault.code,
    error_message: text,
    data: null,
  };
};

/** Handoff state. */
export const errorMessage: Wording = (fault) => ({ error_message: inOneLine(fault) });

/** The wording of an area, and each field that is wrong by itself. */
export const withFields =
  (wording: Wording): Wording =>
  (fault, correlationId) => ({
    ...wording(fault, correlationId),
    ...(fault.errors && { errors: fault.errors }),
  });

/** Outbound calling. */
export const errorAndCode: Wording = (fault) => ({ error: inOneLine(fault), code: fault.code });
