import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../../../base/bounded-body.ts';
import { isSameSecret } from '../../../base/same-secret.ts';
import { MAX_CONTEXT_TOKEN } from '../../../protocol/relay.ts';

/** A site's context of its visitor: a flat object. */
export type ContextFields = Readonly<Record<string, string | number | boolean | null>>;

/** The longest life of a token, in seconds. */
const MAX_LIFE_S = 30;
/** Tolerated difference between the clocks of two servers, in seconds. */
const SKEW_S = 5;
const MAX_FIELDS_BYTES = 8_192;

const header = z.object({ alg: z.literal('HS256') });
const claims = z.object({
  sub: z.string(),
  iat: z.int(),
  exp: z.int(),
  ctx: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))
    .refine((fields) => Buffer.byteLength(JSON.stringify(fields)) <= MAX_FIELDS_BYTES),
});

const decode = (part: string): unknown => parseJson(Buffer.from(part, 'base64url'));

/**
 * Reads a token of a site about its visitor (M-7.10): HS256, about this context, valid for 30 s at most. undefined: it is not
 * accepted. The claims are read only after the signature was checked.
 */
export function readContextToken(
  token: string,
  { key, contextId, now }: { readonly key: string; readonly contextId: string; readonly now: number },
): ContextFields | undefined {
  const [head = '', body = '', signature = '', ...rest] = token.split('.');
  if (token.length > MAX_CONTEXT_TOKEN || rest.length > 0 || !header.safeParse(decode(head)).success)
    return undefined;
  const signed = createHmac('sha256', key).update(`${head}.${body}`).digest('base64url');
  if (!isSameSecret(signature, signed)) return undefined;
  const { data } = claims.safeParse(decode(body));
  if (data?.sub !== contextId) return undefined;
  const { iat, exp, ctx } = data;
  const seconds = now / 1_000;
  const isTimely = exp - iat <= MAX_LIFE_S && iat <= seconds + SKEW_S && seconds < exp;
  return isTimely ? ctx : undefined;
}
