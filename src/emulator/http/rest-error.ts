import type { Permission } from '../model/keys.ts';

/** Error of a call to the base or the platform host, before a route group formats it. */
export interface RestError {
  readonly status: number;
  /** In UPPER_SNAKE_CASE. */
  readonly code: string;
  readonly message: string;
  readonly errors?: readonly FieldIssue[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface FieldIssue {
  readonly field: string;
  readonly message: string;
}

export const REST_ERRORS = {
  missingKey: { status: 401, code: 'UNAUTHORIZED', message: 'Missing API key' },
  // a key of another region is refused like an unknown one.
  invalidKey: { status: 401, code: 'UNAUTHORIZED', message: 'Invalid API key' },
  notFound: { status: 404, code: 'NOT_FOUND', message: 'Resource not found' },
  //
  mainBranch: {
    status: 422,
    code: 'UNPROCESSABLE_ENTITY',
    message: 'Cannot directly update main branch',
  },
  bodyTooLarge: {
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    message: 'Request body too large',
    // The rest of the body is not read, so the connection cannot be reused.
    headers: { Connection: 'close' },
  },
  mediaType: {
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'The request body must be plain application/json',
  },
  internal: { status: 500, code: 'INTERNAL_SERVER_ERROR', message: 'Internal server error' },
} as const satisfies Record<string, RestError>;

export const forbidden = (permission: Permission): RestError => ({
  status: 403,
  code: 'FORBIDDEN',
  message: `The API key lacks the ${permission} permission`,
});

export const methodNotAllowed = (allow: string): RestError => ({
  status: 405,
  code: 'METHOD_NOT_ALLOWED',
  message: 'Method not allowed',
  headers: { Allow: allow },
});

/** a body or parameters of the wrong shape. */
export const validationError = (errors: readonly FieldIssue[]): RestError => ({
  status: 400,
  code: 'VALIDATION_ERROR',
  message: 'Validation error',
  errors,
});

/** a malformed id, or a value of the right shape that cannot be used. */
export const unprocessable = (field: string, message: string): RestError => ({
  status: 422,
  code: 'UNPROCESSABLE_ENTITY',
  message: 'Validation error',
  errors: [{ field, message }],
});

/** the limit is exceeded. */
export const limitReached = (resources: string, max: number): RestError => ({
  status: 409,
  code: 'RESOURCE_LIMIT_EXCEEDED',
  message: `An account may have at most ${max} ${resources}`,
});

/** Message and field issues in one line, for formats without a list of issues. */
const oneLineText = ({ message, errors = [] }: RestError): string =>
  errors.length === 0 ? message : errors.map((issue) => `${issue.field} ${issue.message}`.trim()).join('; ');

/** Formats an error body. The correlation id is the one in the answer's header. */
export type ErrorFormat = (error: RestError, correlationId: string) => object;

/** `{message, errors}`, for alerts and webhooks. */
export const messageFormat: ErrorFormat = ({ message, errors = [] }) => ({ message, errors });

/** `{success: false, error, …}`, for agents and conversation lists of version 2 and 3. */
export const envelopeFormat: ErrorFormat = (error, correlationId) => {
  const text = oneLineText(error);
  return {
    success: false,
    error: text,
    error_id: correlationId,
    error_code: error.code,
    error_message: text,
    data: null,
  };
};

/** `{error_message}`, for handoff state, concurrency and conversation lists of version 1. */
export const errorMessageFormat: ErrorFormat = (error) => ({ error_message: oneLineText(error) });

/** Adds the list of field issues to a format. */
export const withFieldIssues =
  (format: ErrorFormat): ErrorFormat =>
  (error, correlationId) => ({
    ...format(error, correlationId),
    ...(error.errors && { errors: error.errors }),
  });

/** `{error, code}`, for outbound calling. */
export const errorAndCodeFormat: ErrorFormat = (error) => ({ error: oneLineText(error), code: error.code });
