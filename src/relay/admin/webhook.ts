import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import type { WebhookSecret } from '../config/values.ts';
import { isSameSecret } from '../same-secret.ts';

/** The platform's own signature of a webhook (spec rest, Webhook delivery). */

/** A signature is good for so long, before and after. */
const WINDOW_S = 300;

/** Both dialects' names are understood, whichever is configured (spec messaging §1). */
const PREFIXES = ['x-service-', 'x-polyai-'];

const header = (headers: Headers, name: string): string =>
  PREFIXES.map((prefix) => headers.get(prefix + name)).find((value) => value !== null) ?? '';

export interface Webhook {
  readonly type: string;
  readonly detail: unknown;
  /** Either names the event: when one of them is known already, nothing goes out again. */
  readonly id: string | undefined;
  readonly signature: string;
}

const body = z.object({ type: z.string().min(1).max(200), id: z.string().min(1).max(200).optional() });

export type WebhookReading =
  | { readonly is: 'genuine'; readonly webhook: Webhook }
  /** Signed by the platform, and yet not what it is known to send. */
  | { readonly is: 'unreadable' }
  | { readonly is: 'forged' };

/**
 * Reads a webhook that came for `name`. Which of name, time or signature was wrong is nobody's business.
 * @param now milliseconds since the epoch
 */
export function readWebhook(
  secrets: readonly WebhookSecret[],
  name: string,
  headers: Headers,
  raw: Uint8Array,
  now: number,
): WebhookReading {
  const timestamp = header(headers, 'timestamp');
  const signature = header(headers, 'signature').toLowerCase();
  const isTimely = /^\d{1,12}$/.test(timestamp) && Math.abs(now / 1_000 - Number(timestamp)) <= WINDOW_S;
  const right = secrets
    .filter((it) => it.name === name)
    .filter(({ secret }) => {
      const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(raw).digest('hex');
      return isSameSecret(signature, expected);
    });
  if (!isTimely || right.length === 0) return { is: 'forged' };
  const detail = parseJson(raw);
  const parsed = body.safeParse(detail);
  if (!parsed.success) return { is: 'unreadable' };
  const { id, type } = parsed.data;
  // The header is not signed: an id that stands there alone must not let a copied request in again.
  const named = id ?? (header(headers, 'event-id').slice(0, 200) || undefined);
  return {
    is: 'genuine',
    webhook: { type, detail, id: named, signature },
  };
}
