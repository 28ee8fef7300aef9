import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares a received secret with the expected one in constant time, also for different lengths. */
export const isSameSecret = (received: string, expected: string): boolean =>
  timingSafeEqual(digest(received), digest(expected));

/** SHA-256 of a secret in hexadecimal digits, to be stored instead of it. */
export const hashOf = (secret: string): string => digest(secret).toString('hex');

/** Compares a received secret with the hash of the expected one in constant time. */
export function matchesHash(received: string, hash: string): boolean {
  const expected = Buffer.from(hash, 'hex');
  const actual = digest(received);
  return expected.length === actual.length && timingSafeEqual(actual, expected);
}
