import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares what somebody sent with what is right, in a time that tells nothing of either, not even a length. */
export const isSameSecret = (sent: string, right: string): boolean =>
  timingSafeEqual(digest(sent), digest(right));

/** What may be kept in place of a secret: its SHA-256 in hexadecimal digits. */
export const hashOf = (secret: string): string => digest(secret).toString('hex');

/** The same where only the hash of what is right is known. */
export function hasHash(sent: string, hash: string): boolean {
  const right = Buffer.from(hash, 'hex');
  const found = digest(sent);
  return right.length === found.length && timingSafeEqual(found, right);
}
