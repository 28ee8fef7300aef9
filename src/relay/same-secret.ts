import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares what somebody sent with what is right, in a time that tells nothing of either, not even a length. */
export const isSameSecret = (sent: string, right: string): boolean =>
  timingSafeEqual(digest(sent), digest(right));

/** The same where only the SHA-256 of what is right is known, in hexadecimal digits. */
export const hasHash = (sent: string, hash: string): boolean =>
  timingSafeEqual(digest(sent), Buffer.from(hash, 'hex'));
