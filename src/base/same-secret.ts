import { digest, toHex } from './digest.ts';

const encoder = new TextEncoder();

/** Constant time: independent of the position of a difference. */
function isSame(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
}

/** Compares a received secret with the expected one in constant time, also for different lengths. */
export const isSameSecret = (received: string, expected: string): boolean =>
  isSame(digest(received), digest(expected));

/** SHA-256 of a secret in hexadecimal digits, to be stored instead of it. */
export const hashOf = (secret: string): string => toHex(digest(secret));

/** Compares a received secret with the hash of the expected one in constant time. */
export const matchesHash = (received: string, hash: string): boolean =>
  isSame(encoder.encode(hashOf(received)), encoder.encode(hash));
