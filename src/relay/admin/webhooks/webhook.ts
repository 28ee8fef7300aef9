import { parseJson } from '../../../base/bounded-body.ts';
import { jsonLimitMessage } from '../../../base/bounded-json.ts';
import { authenticate, digest, toHex } from '../../../base/digest.ts';
import { isSameSecret } from '../../../base/same-secret.ts';
import type { KnownSecret } from './webhook-secrets.ts';

/** Signatures of webhooks. */

/** Tolerance for the timestamp of a signature, in both directions. */
const WINDOW_S = 300;

/** M-1.5: the header names of both dialects. Both are always accepted. */
const PREFIXES = ['x-service-', 'x-polyai-'];

const header = (headers: Headers, name: string): string =>
  PREFIXES.map((prefix) => headers.get(prefix + name)).find((value) => value !== null) ?? '';

export interface Webhook {
  readonly type: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly id: string | undefined;
  /** An event with a known mark is a duplicate. */
  readonly marks: readonly string[];
}

const MAX_TEXT = 200;
const LIMITS = { maxDepth: 64, maxMembers: 10_000 };
/** Fields that may contain the event's name, in order of preference. */
const TYPE_FIELDS = ['type', 'event_type', 'event'];
const UNKNOWN_TYPE = 'unknown';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** An empty string counts as absent. */
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value.slice(0, MAX_TEXT) : undefined;
const sha256 = (content: string | Uint8Array): string => toHex(digest(content));

export type WebhookResult =
  | { readonly kind: 'genuine'; readonly webhook: Webhook; readonly signedWith: KnownSecret['role'] }
  /** The signature is valid, but the body is not a JSON object or exceeds a limit. */
  | { readonly kind: 'unreadable'; readonly expected: string }
  | { readonly kind: 'forged' };

/** The head of a request that may be a webhook of the platform. */
export interface WebhookHead {
  readonly timestamp: string;
  /** 64 hexadecimal digits in lower case. */
  readonly signature: string;
}

/**
 * Reads the head of a webhook. Returns undefined if its time differs too much or its signature is malformed.
 * @param now milliseconds since the epoch
 */
export function readHead(headers: Headers, now: number): WebhookHead | undefined {
  const timestamp = header(headers, 'timestamp');
  const signature = header(headers, 'signature').toLowerCase();
  const isTimely = /^\d{1,12}$/.test(timestamp) && Math.abs(now / 1_000 - Number(timestamp)) <= WINDOW_S;
  return isTimely && /^[\da-f]{64}$/.test(signature) ? { timestamp, signature } : undefined;
}

/** Verifies a webhook with the secrets of its name, and reads it. */
export function readWebhook(
  { timestamp, signature }: WebhookHead,
  secrets: readonly KnownSecret[],
  headers: Headers,
  raw: Uint8Array,
): WebhookResult {
  const matching = secrets.filter(({ secret }) => {
    const expected = toHex(authenticate(secret, `${timestamp}.`, raw));
    return isSameSecret(signature, expected);
  });
  // The current secrets come first.
  const [signing] = matching;
  if (!signing) return { kind: 'forged' };
  const exceeded = jsonLimitMessage(raw, LIMITS);
  if (exceeded !== undefined) return { kind: 'unreadable', expected: exceeded };
  const detail = parseJson(raw);
  if (!isObject(detail)) return { kind: 'unreadable', expected: 'must be a JSON object' };
  const type = TYPE_FIELDS.map((field) => textOf(detail[field])).find(Boolean) ?? UNKNOWN_TYPE;
  // The signed id is preferred. Other dialects use the header of the Standard Webhooks specification.
  const id = textOf(detail['id']) ?? textOf(headers.get('webhook-id')) ?? textOf(header(headers, 'event-id'));
  // the headers are not signed, so the signature is a mark, too. A copied request with another id is a duplicate.
  const marks = [signature, sha256(JSON.stringify([id, type, sha256(raw)]))];
  return { kind: 'genuine', webhook: { type, detail, id, marks }, signedWith: signing.role };
}
