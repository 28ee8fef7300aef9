import { createHmac } from 'node:crypto';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token about a visitor, as a site's own server signs it. */
export function contextToken(
  key: string,
  claims: Readonly<Record<string, unknown>>,
  header: object = { alg: 'HS256', typ: 'JWT' },
): string {
  const signed = `${part(header)}.${part(claims)}`;
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
}
