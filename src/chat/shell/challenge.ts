import type { Clock } from '../../base/clock.ts';
import type { Challenge, CreateSessionRequest } from '../../protocol/relay.ts';
import type { Challenged } from '../model/session.ts';

/** Synchronous SHA-256 for short texts: `crypto.subtle` is asynchronous and takes ten times as long. */

/** The first 32 bits of the fractional parts of the cube roots and the square roots of the first primes (FIPS 180-4). */
const CUBES: number[] = [];
const SQUARES: number[] = [];
for (let number = 2; CUBES.length < 64; number += 1) {
  let divisor = 2;
  while (number % divisor) divisor += 1;
  if (divisor < number) continue;
  CUBES.push((Math.cbrt(number) * 2 ** 32) | 0);
  SQUARES.push((Math.sqrt(number) * 2 ** 32) | 0);
}

const words = new Int32Array(64);
const at = (array: { readonly [index: number]: number }, index: number) => array[index] as number;
const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** The first 32 bits of the hash of up to 55 ASCII characters (one block). */
export function firstWord(text: string): number {
  words.fill(0, 0, 15);
  const put = (byte: number, index: number) => {
    words[index >> 2] = at(words, index >> 2) | (byte << (24 - (index & 3) * 8));
  };
  for (let index = 0; index < text.length; index += 1) put(text.charCodeAt(index), index);
  put(0x80, text.length);
  words[15] = text.length * 8;
  for (let index = 16; index < 64; index += 1) {
    const old = at(words, index - 15);
    const late = at(words, index - 2);
    words[index] =
      at(words, index - 16) +
      at(words, index - 7) +
      (turned(old, 7) ^ turned(old, 18) ^ (old >>> 3)) +
      (turned(late, 17) ^ turned(late, 19) ^ (late >>> 10));
  }
  let [a, b, c, d, e, f, g, h] = SQUARES as [number, number, number, number, number, number, number, number];
  for (let round = 0; round < 64; round += 1) {
    const one =
      (h +
        (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
        ((e & f) ^ (~e & g)) +
        at(CUBES, round) +
        at(words, round)) |
      0;
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  return (a + at(SQUARES, 0)) >>> 0;
}

/** Longest work without yielding to the page. */
const SLICE_MS = 30;
/** Attempts between two reads of the clock. */
const BATCH = 256;
/** A relay asks for at most 18. More would take seconds. */
const MAX_BITS = 22;

/**
 * Adds the answer to the relay's challenge to a request (M-14.16). Yields to the page every 30 ms. Returns the request unchanged
 * without an answerable challenge, and after the signal was aborted.
 */
export async function answered(
  request: CreateSessionRequest,
  problem: Challenged,
  clock: Clock,
  signal: AbortSignal,
): Promise<CreateSessionRequest> {
  const { challenge } = problem as { readonly challenge: Challenge };
  const { salt, bits } = { ...challenge };
  if (typeof salt !== 'string' || salt.length > 40 || !(bits <= MAX_BITS)) return request;
  for (let count = 0; !signal.aborted; ) {
    const until = clock.now() + SLICE_MS;
    do {
      for (const end = count + BATCH; count < end; count += 1)
        if (firstWord(`${salt}:${count}`) < 2 ** (32 - bits))
          return { ...request, challenge: { ...challenge, answer: `${count}` } };
    } while (clock.now() < until);
    await new Promise<void>((resolve) => clock.after(0, resolve));
  }
  return request;
}
