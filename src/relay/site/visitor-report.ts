import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { allFieldErrors } from '../../platform/errors.ts';
import { IN_WORDS } from '../../platform/issue-words.ts';
import { CARRIERS } from '../../protocol/relay.ts';
import {
  HEALTH_ERRORS,
  type HealthReport,
  MAX_HEALTH_BYTES,
  MAX_HEALTH_COUNT,
  MAX_HEALTH_MS,
} from '../../protocol/visitor-health.ts';
import type { Failure } from '../http/problem.ts';
import type { ReadBody } from '../http/read-body.ts';

/** Anyone can send a report, so that each value is clamped to what one page can have seen. */
const upTo = (most: number) =>
  z
    .number()
    .min(0)
    .transform((value) => Math.min(Math.round(value), most))
    .optional();
const duration = upTo(MAX_HEALTH_MS);
const count = upTo(MAX_HEALTH_COUNT);

const report = z
  .object({
    version: z.string().max(40),
    opened: z.enum(['usable', 'failed']).optional(),
    usable_ms: duration,
    first_word_ms: duration,
    carrier: z.enum(CARRIERS).optional(),
    reconnects: count,
    failed: count,
    // Codes of newer widgets are left out.
    errors: z.object(Object.fromEntries(HEALTH_ERRORS.map((code) => [code, count]))).optional(),
  })
  .transform(({ usable_ms, ...others }) =>
    others.opened === 'usable' ? { ...others, usable_ms } : others,
  ) satisfies z.ZodType<HealthReport>;

/** Reads a report. Its type is `text/plain`, so that browsers send it without a preflight while a page is left. */
export async function readVisitorReport(
  request: Request,
  read: ReadBody,
): Promise<Result<HealthReport, Failure>> {
  const body = await read(request, MAX_HEALTH_BYTES);
  if (!body.ok) return body;
  const parsed = report.safeParse(parseJson(body.value) ?? null, IN_WORDS);
  if (parsed.success) return ok(parsed.data);
  return err({ failed: 'invalid-request', errors: allFieldErrors(parsed.error.issues) });
}
