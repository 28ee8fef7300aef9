import type * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import { jsonLimitMessage } from '../../base/bounded-json.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { allFieldErrors } from '../../platform/errors.ts';
import { IN_WORDS } from '../../platform/issue-words.ts';
import type { Failure } from './problem.ts';
import { type ReadBody, SMALL_BODY_BYTES } from './read-body.ts';

const unreadable = (message: string): Failure => ({
  failed: 'invalid-request',
  errors: [{ field: '', message }],
});

/** Reads the JSON body of a request. A missing body is read as `{}`, unless `isRequired`. Unknown fields are left out. */
export async function readJson<T>(
  request: Request,
  schema: z.ZodType<T>,
  {
    read,
    maxBytes = SMALL_BODY_BYTES,
    isRequired = false,
  }: { readonly read: ReadBody; readonly maxBytes?: number; readonly isRequired?: boolean },
): Promise<Result<T, Failure>> {
  const body = await read(request, maxBytes);
  if (!body.ok) return body;
  const bytes = body.value;
  const isEmpty = bytes.byteLength === 0;
  const isJson = /^application\/json *(?:;|$)/i.test(request.headers.get('content-type') ?? '');
  const isPlain = (request.headers.get('content-encoding') ?? 'identity') === 'identity';
  if (!isEmpty && !(isJson && isPlain)) return err({ failed: 'unsupported-media-type' });
  if (isEmpty && isRequired) return err(unreadable('expected a JSON body'));
  const exceeded = jsonLimitMessage(bytes);
  if (exceeded !== undefined) return err(unreadable(exceeded));
  const json = isEmpty ? {} : parseJson(bytes);
  if (json === undefined) return err(unreadable('expected JSON in UTF-8'));
  const parsed = schema.safeParse(json, IN_WORDS);
  if (parsed.success) return ok(parsed.data);
  return err({ failed: 'invalid-request', errors: allFieldErrors(parsed.error.issues) });
}
