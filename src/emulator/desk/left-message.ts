import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import { authenticate, toBase64 } from '../../base/digest.ts';
import { isSameSecret } from '../../base/same-secret.ts';
import type { DeskMessage } from '../../protocol/desk.ts';

const left = z.object({
  type: z.literal('message.left'),
  id: z.string(),
  at: z.iso.datetime(),
  contact: z.string(),
  text: z.string(),
}) satisfies z.ZodType<DeskMessage>;
const MAX_AGE_S = 300;

/**
 * Reads the webhook of a relay about a message that a visitor has left. `refused`: it is not signed with the secret; null: it is about
 * something else.
 */
export function readLeftMessage(
  headers: Headers,
  body: string,
  { secret, now }: { readonly secret: string; readonly now: number },
): DeskMessage | null | 'refused' {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map(
    (name) => headers.get(`webhook-${name}`) ?? '',
  );
  const expected = `v1,${toBase64(authenticate(secret, `${id}.${timestamp}.${body}`))}`;
  const isFresh = Math.abs(now / 1_000 - Number(timestamp)) <= MAX_AGE_S;
  if (!isFresh || !isSameSecret(signature ?? '', expected)) return 'refused';
  return left.safeParse(parseJson(body)).data ?? null;
}
