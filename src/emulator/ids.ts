import { randomInt } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 22;

/** `ar_`, `whe_` and the like with letters and digits behind them (specification, Resources). */
export function prefixedId(prefix: string): string {
  let id = prefix;
  for (let at = 0; at < LENGTH; at += 1) id += ALPHABET[randomInt(ALPHABET.length)];
  return id;
}
