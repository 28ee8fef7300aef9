import * as z from 'zod';
import { parseJson } from '../base/bounded-body.ts';
import { errorOfStatus, type FieldError, isRefusal, MAX_ERRORS, type PlatformError } from './errors.ts';
import { type Host, regionNote } from './host.ts';
import { createScrubber } from './scrubber.ts';

/** A field that may be missing; a value of a wrong type is read as missing. */
const lenient = <T>(schema: z.ZodType<T>) =>
  z.optional(z.unknown().transform((value) => schema.safeParse(value).data));
const lenientList = <T>(schema: z.ZodType<T>) =>
  lenient(
    z.array(z.unknown()).transform((items) =>
      items.flatMap((value) => {
        const item = schema.safeParse(value);
        return item.success ? [item.data] : [];
      }),
    ),
  );
const text = lenient(z.string().trim().min(1));
/** All error bodies of the platform in one schema. */
const errorBody = z.object({
  errors: lenientList(z.object({ field: z.string(), message: z.string() })),
  /** FastAPI's: a list for a request that is not valid, else words. */
  detail: z.union([
    z.string().trim().min(1),
    lenientList(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })),
  ]),
  message: text,
  error: text,
  error_message: text,
  error_code: lenient(z.string()),
  code: lenient(z.string()),
  error_id: lenient(z.string()),
});

const MAX_FIELD_TEXT = 300;
const MAX_DETAIL = 500;
const CODE = /^[A-Z][A-Z\d_]{1,63}$/;
/** A UUID, or another hexadecimal id. Anything else may name a host, a file or a person. */
const ERROR_ID = /^[\da-f-]{8,64}$/i;

/** Parts of a request: a `loc` may begin with one. */
const PLACES = ['body', 'query', 'path', 'header'];

export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** undefined when it was too large or incomplete; then only the status is used. */
  readonly body: Uint8Array | undefined;
}

/**
 * Maps any error answer of the platform to a `PlatformError`.
 * @param sent path, query and body of the request
 */
export function readErrorAnswer(
  host: Host,
  sent: string,
  { status, headers, body }: ErrorAnswer,
): PlatformError {
  const { errors, detail, error_code, code, error_id, message, error, error_message } =
    errorBody.safeParse(body && parseJson(body)).data ?? {};
  const scrub = createScrubber(host, sent);
  const words = typeof detail === 'string' ? detail : undefined;
  const fields: readonly FieldError[] =
    errors ??
    (typeof detail === 'string' ? undefined : detail)?.map(({ loc, msg }) => ({
      field: (PLACES.includes(String(loc[0])) ? loc.slice(1) : loc).join('.'),
      message: msg,
    })) ??
    [];
  const errorId = [headers.get('x-polyai-correlation-id'), error_id].find((id) => id && ERROR_ID.test(id));
  const own = (error_code ?? code)?.toUpperCase();
  // The text of a failure may describe internals of the platform, so only the text of a refusal is used.
  const said = isRefusal(status)
    ? scrub.all(message ?? error ?? error_message ?? words ?? '', MAX_DETAIL)
    : '';
  const general = errorOfStatus(status, {
    ...(said !== '' && { detail: said }),
    errors: fields.slice(0, MAX_ERRORS).map((issue) => ({
      field: scrub.all(issue.field, MAX_FIELD_TEXT),
      message: scrub.all(issue.message, MAX_FIELD_TEXT),
    })),
    upstream: { status, ...(errorId && scrub.known(errorId) === errorId && { errorId }) },
  });
  // A refused key always has the same code, so that callers can rely on it.
  if (status === 401) return { ...general, explanation: regionNote(host) };
  const isOwnCode = own && CODE.test(own) && scrub.known(own) === own && status !== 403;
  return isOwnCode ? { ...general, code: own } : general;
}
