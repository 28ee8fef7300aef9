import * as z from 'zod';
import { collectBytes, parseJson, readBytes } from '../../base/bounded-body.ts';
import { queryParameters } from '../../base/query-parameters.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { type FieldIssue, REST_ERRORS, type RestError, validationError } from './rest-error.ts';

/** Error option of a schema: `is required` for a missing field, the text for any other issue. */
export const issueText = (text: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? 'is required' : text),
});

/** Characters that SQLite texts cannot hold: U+0000 and lone surrogates. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** A text that can be stored. */
export function storableText(
  minLength = 0,
  maxLength = Number.POSITIVE_INFINITY,
  issue = issueText('must be a string'),
) {
  const isStorable = (value: string) => !UNSTORABLE.test(value);
  return z
    .string(issue)
    .min(minLength, issue)
    .max(maxLength, issue)
    .refine(isStorable, 'must be Unicode text without U+0000');
}
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, issueText(`must be one of ${values.join(', ')}`));
export const booleanField = z.boolean(issueText('must be a boolean'));
/** A boolean query parameter. */
export const booleanParameter = z
  .enum(['true', 'false'], issueText('must be true or false'))
  .transform((value) => value === 'true');
/** The fraction of a millisecond in an ISO 8601 time. A `Date` cannot hold it. */
const fractionOfMs = (time: string) => Number(`0.${/\.\d{3}(\d+)/.exec(time)?.[1] ?? 0}`);
/** A query parameter with an ISO 8601 time and zone, as milliseconds with a possible fraction. */
export const timeParameter = z.iso
  .datetime({ offset: true, ...issueText('must be an ISO 8601 date and time with a zone') })
  .transform((time) => Date.parse(time) + fractionOfMs(time))
  .refine(Number.isFinite, 'must be an ISO 8601 date and time with a zone');
/** An integer query parameter. */
export const integerParameter = (min: number, max: number) => {
  const issue = issueText(`must be an integer from ${min} to ${max}`);
  return z
    .string(issue)
    .regex(/^\d{1,16}$/, issue)
    .transform(Number)
    .pipe(z.int(issue).min(min, issue).max(max, issue));
};

/** Limit of listed issues. One body could have a hundred thousand. */
const MAX_FIELD_ISSUES = 50;

const fieldIssuesOf = (error: z.ZodError): readonly FieldIssue[] =>
  error.issues
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), message: 'is not known here' }))
        : [{ field: issue.path.join('.'), message: issue.message }],
    )
    .slice(0, MAX_FIELD_ISSUES);

function validate<T>(schema: z.ZodType<T>, value: unknown): Result<T, RestError> {
  const parsed = schema.safeParse(value);
  return parsed.success ? ok(parsed.data) : err(validationError(fieldIssuesOf(parsed.error)));
}

/** Reads the query.: a repeated parameter becomes a list; most schemas reject lists. */
export function readQuery<T>(url: string, schema: z.ZodType<T>): Result<T, RestError> {
  return validate(schema, queryParameters(new URL(url).searchParams));
}

/** Upper limit of a body, enough for the longest behaviour text. */
const MAX_BODY_BYTES = 1_048_576;
const unreadable = (message: string) => err(validationError([{ field: '', message }]));

/** Reads a JSON body. An omitted body counts as `{}`. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<Result<T, RestError>> {
  const { headers, body } = request;
  if (Number(headers.get('content-length')) > MAX_BODY_BYTES) return err(REST_ERRORS.bodyTooLarge);
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readBytes(body, collectBytes(MAX_BODY_BYTES));
  } catch {
    return unreadable('The body broke off');
  }
  if (bytes === undefined) return err(REST_ERRORS.bodyTooLarge);
  if (bytes.byteLength === 0) return validate(schema, {});
  const isJson = /^application\/json *(?:;|$)/i.test(headers.get('content-type') ?? '');
  const isPlain = (headers.get('content-encoding') ?? 'identity') === 'identity';
  if (!isJson || !isPlain) return err(REST_ERRORS.mediaType);
  const value = parseJson(bytes);
  return value === undefined ? unreadable('The body must be JSON in UTF-8') : validate(schema, value);
}
