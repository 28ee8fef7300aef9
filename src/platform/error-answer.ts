import * as z from 'zod';
import { parseJson } from '../base/bounded-body.ts';
import { codeOf, type FieldError, MAX_ERRORS, type PlatformError, platformError } from './errors.ts';
import { type Host, regionNote } from './host.ts';

/** The bodies that errors come with (docs platform, Errors). Everything in them may be missing or of a wrong type. */
const said = <T>(schema: z.ZodType<T>) =>
  z.optional(z.unknown().transform((it) => schema.safeParse(it).data));
const list = <T>(schema: z.ZodType<T>) =>
  said(
    z.array(z.unknown()).transform((items) =>
      items.flatMap((it) => {
        const item = schema.safeParse(it);
        return item.success ? [item.data] : [];
      }),
    ),
  );
const errorBody = z.object({
  errors: list(z.object({ field: z.string(), message: z.string() })),
  detail: list(z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })),
  error_code: said(z.string()),
  code: said(z.string()),
  error_id: said(z.string()),
});

const MAX_TEXT = 300;
const CODE = /^[A-Z][A-Z\d_]{1,63}$/;
const ERROR_ID = /^[\w.:-]{1,100}$/;

/** The part of a request that a list of details names first. */
const PLACES = ['body', 'query', 'path', 'header'];

/** Takes out of the platform's words what nobody besides it and us should read. */
function scrubber({ key, url }: Host): (text: string) => string {
  const secrets = [key, new URL(url).host, new URL(url).hostname];
  return (text) =>
    secrets
      .reduce((it, secret) => it.replaceAll(secret, '…'), text)
      .replace(/\p{Cc}+/gu, ' ')
      .slice(0, MAX_TEXT);
}

export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Undefined when it was too large or broke off: the status says enough. */
  readonly body: Uint8Array | undefined;
}

/** The one shape that an error of the platform has here, whichever of its bodies came with it, if any. */
export function readErrorAnswer(host: Host, { status, headers, body }: ErrorAnswer): PlatformError {
  const { errors, detail, error_code, code, error_id } =
    errorBody.safeParse(body && parseJson(body)).data ?? {};
  const scrub = scrubber(host);
  const fields: readonly FieldError[] =
    errors ??
    detail?.map(({ loc, msg }) => ({
      field: (PLACES.includes(String(loc[0])) ? loc.slice(1) : loc).join('.'),
      message: msg,
    })) ??
    [];
  const idSaid = [headers.get('x-polyai-correlation-id'), error_id].find((it) => it && ERROR_ID.test(it));
  const own = (error_code ?? code)?.toUpperCase();
  const general = platformError(codeOf(status), {
    errors: fields
      .slice(0, MAX_ERRORS)
      .map(({ field, message }) => ({ field: scrub(field), message: scrub(message) })),
    upstream: { status, ...(idSaid && scrub(idSaid) === idSaid && { errorId: idSaid }) },
  });
  // One code for a refused key, whatever it is called there: callers decide by it.
  if (status === 401) return { ...general, explanation: regionNote(host) };
  return own && CODE.test(own) && scrub(own) === own && status !== 403 ? { ...general, code: own } : general;
}
