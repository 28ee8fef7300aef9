import * as z from 'zod';
import { parseJson, readBytes } from '../../base/bounded-body.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { FAULTS, type Fault, type FieldFault, invalid } from './fault.ts';

/** How a schema words a fault: the field was left out, or it is not what it must be. */
export const must = (text: string) => ({
  error: ({ input }: { readonly input?: unknown }) => (input === undefined ? 'is required' : text),
});

/** What SQLite's texts cannot hold: U+0000, and half of a character. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** A text that is kept. */
export function text(least = 0, most = Number.POSITIVE_INFINITY, rule = must('must be a string')) {
  const isStorable = (value: string) => !UNSTORABLE.test(value);
  return z
    .string(rule)
    .min(least, rule)
    .max(most, rule)
    .refine(isStorable, 'must be Unicode text without U+0000');
}
export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, must(`must be one of ${values.join(', ')}`));
export const flag = z.boolean(must('must be a boolean'));
/** A boolean of a query. */
export const flagText = z
  .enum(['true', 'false'], must('must be true or false'))
  .transform((it) => it === 'true');
/** The part of a millisecond that a moment names beyond what a `Date` holds. */
const beyondMs = (moment: string) => Number(`0.${/\.\d{3}(\d+)/.exec(moment)?.[1] ?? 0}`);
/** A moment of a query: ISO 8601 with a zone, as milliseconds, which may be broken. */
export const momentText = z.iso
  .datetime({ offset: true, ...must('must be an ISO 8601 date and time with a zone') })
  .transform((it) => Date.parse(it) + beyondMs(it))
  .refine(Number.isFinite, 'must be an ISO 8601 date and time with a zone');
/** An integer of a query. */
export const countText = (least: number, most: number) => {
  const range = must(`must be an integer from ${least} to ${most}`);
  return z
    .string(range)
    .regex(/^\d{1,16}$/, range)
    .transform(Number)
    .pipe(z.int(range).min(least, range).max(most, range));
};

/** A body may hold a hundred thousand; nobody reads that many. */
const MOST_FIELD_FAULTS = 50;

const faultsIn = (error: z.ZodError): readonly FieldFault[] =>
  error.issues
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), message: 'is not known here' }))
        : [{ field: issue.path.join('.'), message: issue.message }],
    )
    .slice(0, MOST_FIELD_FAULTS);

function check<T>(schema: z.ZodType<T>, value: unknown): Result<T, Fault> {
  const parsed = schema.safeParse(value);
  return parsed.success ? ok(parsed.data) : err(invalid(faultsIn(parsed.error)));
}

/** A parameter that is given twice is a list, which is what no schema takes. */
export function readQuery<T>(url: string, schema: z.ZodType<T>): Result<T, Fault> {
  const { searchParams } = new URL(url);
  const names = [...new Set(searchParams.keys())];
  const values = names.map((name) => {
    const given = searchParams.getAll(name);
    return [name, given.length === 1 ? given[0] : given] as const;
  });
  return check(schema, Object.fromEntries(values));
}

/** Enough for the longest behaviour text. */
const MAX_BODY_BYTES = 1_048_576;
const unreadable = (message: string) => err(invalid([{ field: '', message }]));

/** An omitted body is one without fields, as on the messaging host. */
export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<Result<T, Fault>> {
  const { headers, body } = request;
  if (Number(headers.get('content-length')) > MAX_BODY_BYTES) return err(FAULTS.bodyTooLarge);
  let bytes: Uint8Array | undefined;
  try {
    bytes = await readBytes(body, MAX_BODY_BYTES);
  } catch {
    return unreadable('The body broke off');
  }
  if (bytes === undefined) return err(FAULTS.bodyTooLarge);
  if (bytes.byteLength === 0) return check(schema, {});
  const isJson = /^application\/json *(?:;|$)/i.test(headers.get('content-type') ?? '');
  const isPlain = (headers.get('content-encoding') ?? 'identity') === 'identity';
  if (!isJson || !isPlain) return err(FAULTS.mediaType);
  const value = parseJson(bytes);
  return value === undefined ? unreadable('The body must be JSON in UTF-8') : check(schema, value);
}
