import type * as z from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import { allFieldErrors, type FieldError } from '../../platform/errors.ts';
import type { Failure } from '../problem.ts';
import { readJson } from '../read-json.ts';
import type { Operation } from './operation.ts';

/** Enough for the longest behaviour text; the platform's own limits are its own matter. */
const MAX_BODY_BYTES = 1024 * 1024;

/** The parameters of a query; one that is given several times is a list, which few schemas take (S-64). */
function readQuery(url: string): Record<string, string | string[]> {
  const { searchParams } = new URL(url);
  const names = new Set(searchParams.keys());
  return Object.fromEntries(
    [...names].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

const readHeaders = (schema: z.ZodObject | undefined, headers: Headers) =>
  Object.fromEntries(
    Object.keys(schema?.shape ?? {}).flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );

/** Everything that an operation is given, checked; what is wrong with any part of it is said at once. */
export async function readInput(
  { params, query, headers, body }: Operation,
  request: Request,
  pathParams: Readonly<Record<string, string>>,
): Promise<Result<Record<'params' | 'query' | 'headers' | 'body', never>, Failure>> {
  const errors: FieldError[] = [];
  const check = (schema: z.ZodObject | undefined, value: unknown): unknown => {
    if (!schema) return {};
    const parsed = schema.safeParse(value);
    if (!parsed.success) errors.push(...allFieldErrors(parsed.error.issues));
    return parsed.data;
  };

  const read = {
    params: check(params, pathParams),
    // Strict: a filter that is misspelled and ignored shows an operator what she did not ask for.
    query: check(query?.strict(), query ? readQuery(request.url) : {}),
    headers: check(headers, readHeaders(headers, request.headers)),
    body: {},
  };
  if (body) {
    const json = await readJson<unknown>(request, body.strict(), {
      maxBytes: MAX_BODY_BYTES,
      isNeeded: true,
    });
    if (json.ok) read.body = json.value as object;
    else if (json.error.failed === 'invalid-request') errors.push(...json.error.errors);
    else return json;
  }
  if (errors.length > 0) return err({ failed: 'invalid-request', errors });
  return ok(read as Record<'params' | 'query' | 'headers' | 'body', never>);
}
