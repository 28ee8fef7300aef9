import * as z from 'zod';
import { err, ok, type Result } from '../../base/result.ts';
import { isSecure } from '../../protocol/widget-config.ts';
import { parseProxy } from '../client-address.ts';
import { parseOrigin } from '../origins.ts';

/** How single values of the configuration are read. No message may ever contain a value. */

/** Fit for a header, whole. */
export const printable = z.string().regex(/^[\x21-\x7e]+$/);
/** Part of upstream paths. */
export const identifier = z.string().regex(/^[\w.-]{1,200}$/);

const isUpstream = (value: string): boolean => {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return isSecure(url) && !url.search && !url.hash && !url.username && !url.password;
};
/** Without a slash at its end. */
export const upstreamUrl = z
  .string()
  .refine(isUpstream)
  .transform((url) => url.replace(/\/+$/, ''));

export const storeUrl = z
  .string()
  .refine((value) => value === 'memory:' || /^rediss?:\/\/[^/?#]*[^/?#@:]/.test(value));

/** A comma-separated list; a fault says what is expected and which entry is wrong, and never what stands there. */
const listBy = <T>(read: (entry: string) => Result<T, string>) =>
  z.string().transform((list, ctx): readonly T[] =>
    list.split(',').flatMap((entry, index) => {
      const value = read(entry.trim());
      if (value.ok) return [value.value];
      ctx.addIssue({ code: 'custom', message: `${value.error} (entry ${index + 1} is not)` });
      return [];
    }),
  );

/** The same where there is one thing to say of every wrong entry. */
const listOf = <T>(read: (entry: string) => T | undefined, expected: string) =>
  listBy<T>((entry) => {
    const value = read(entry);
    return value === undefined ? err(expected) : ok(value);
  });

export const origins = listBy(parseOrigin);

export const TRUST_PROXY_EXPECTED = 'IP addresses, ranges such as 10.0.0.0/8, or loopback';
export const trustProxy = listOf(parseProxy, TRUST_PROXY_EXPECTED);

/** What a key of the admin side may do: every read; every change and debug chat; placing calls (contract §9). */
export const SCOPES = ['read', 'write', 'call'] as const;
export type Scope = (typeof SCOPES)[number];

/** Who may use the admin side. The key itself is nowhere, only its hash. */
export interface AdminKey {
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** SHA-256 of the key, in small hexadecimal digits. */
  readonly hash: string;
}

const ADMIN_KEY = /^([\w.-]{1,64}):((?:read|write|call)(?:\+(?:read|write|call))*):([\da-f]{64})$/i;

export const ADMIN_KEYS_EXPECTED =
  'entries of name:scopes:hash, the scopes of read, write and call joined with +, the hash the SHA-256 of the key in 64 hexadecimal digits';
export const adminKeys = listOf((entry): AdminKey | undefined => {
  const [, name, scopes, hash] = ADMIN_KEY.exec(entry) ?? [];
  if (!name || !scopes || !hash) return undefined;
  const named = new Set(scopes.toLowerCase().split('+'));
  return { name, scopes: SCOPES.filter((it) => named.has(it)), hash: hash.toLowerCase() };
}, ADMIN_KEYS_EXPECTED);

/** With what the platform signs the webhooks that arrive under a name. */
export interface WebhookSecret {
  readonly name: string;
  readonly secret: string;
}

export const WEBHOOK_SECRETS_EXPECTED = 'entries of name:secret, printable ASCII without spaces';
export const webhookSecrets = listOf((entry): WebhookSecret | undefined => {
  const [, name, secret] = /^([\w.-]{1,64}):([\x21-\x7e]+)$/.exec(entry) ?? [];
  return name && secret ? { name, secret } : undefined;
}, WEBHOOK_SECRETS_EXPECTED);
