import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 22;

/** A random id: a prefix such as `ar_` or `whe_`, then letters and digits. */
export function prefixedId(prefix: string): string {
  let id = prefix;
  for (let index = 0; index < LENGTH; index += 1) id += ALPHABET[randomInt(ALPHABET.length)];
  return id;
}
