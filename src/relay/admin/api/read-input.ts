import type * as z from 'zod';
import { err, ok, type Result } from '../../../base/result.ts';
import { allFieldErrors, type FieldError } from '../../../platform/errors.ts';
import { IN_WORDS } from '../../../platform/issue-words.ts';
import type { Failure } from '../../http/problem.ts';
import type { ReadBody } from '../../http/read-body.ts';
import { readJson } from '../../http/read-json.ts';
import type { Operation } from './operation.ts';

/** Enough for the longest behaviour text. The platform has its own limits. */
const MAX_BODY_BYTES = 1024 * 1024;

const readHeaders = (schema: z.ZodObject | undefined, headers: Headers) =>
  Object.fromEntries(
    Object.keys(schema?.shape ?? {}).flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );

/** Validates all input of an operation. Returns the errors of all parts together. */
export async function readInput(
  { params, query, headers, body }: Operation,
  request: Request,
  pathParams: Readonly<Record<string, string>>,
  parameters: Readonly<Record<string, unknown>>,
  read: ReadBody,
): Promise<Result<Record<'params' | 'query' | 'headers' | 'body', never>, Failure>> {
  const found: (readonly FieldError[])[] = [];
  const check = (schema: z.ZodObject | undefined, value: unknown): unknown => {
    if (!schema) return {};
    const parsed = schema.safeParse(value, IN_WORDS);
    if (!parsed.success) found.push(allFieldErrors(parsed.error.issues));
    return parsed.data;
  };

  const values = {
    params: check(params, pathParams),
    // Strict: ignoring a misspelled filter would return wrong results.
    query: check(query?.strict(), query ? parameters : {}),
    headers: check(headers, readHeaders(headers, request.headers)),
    body: {},
  };
  if (body) {
    const json = await readJson<unknown>(request, body.strict(), {
      read,
      maxBytes: MAX_BODY_BYTES,
      isRequired: true,
    });
    if (json.ok) values.body = json.value as object;
    else if (json.error.failed === 'invalid-request') found.push(json.error.errors);
    else return json;
  }
  const errors = found.flat();
  if (errors.length > 0) {
    //
    const isMalformedId = ({ field }: FieldError) => params && Object.hasOwn(params.shape, field);
    return err({ failed: errors.every(isMalformedId) ? 'unprocessable' : 'invalid-request', errors });
  }
  return ok(values as Record<'params' | 'query' | 'headers' | 'body', never>);
}
