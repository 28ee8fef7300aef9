import { digest } from '../../base/digest.ts';
import type { AnsweredChallenge, Challenge } from '../../protocol/relay.ts';
import type { SiteConfig } from '../config/config.ts';

/** S-138: a proof of work for new sessions (docs/decisions/0045). */
type Mode = SiteConfig['challenge'];

/** How much of the limits of new sessions was used before a request: 0 is nothing, 1 is all. */
export interface CreateCount {
  /** Of the address or one of the wider networks around it, the one that is used most. */
  readonly network: number;
  readonly site: number;
  /** Until the most used of them starts again. */
  readonly retryInMs: number;
}

/** The share of a limit that is free of challenges. */
const FREE = 0.5;
const LEAST_BITS = 12;
export const MOST_BITS = 18;

/** The zero bits that a proof must have. It rises with the share of a limit that is used; each bit doubles the work. */
export const difficultyOf = (used: number): number =>
  LEAST_BITS + Math.round((MOST_BITS - LEAST_BITS) * Math.min(1, Math.max(0, (used - FREE) / (1 - FREE))));

/** What becomes of a request for a new session without the answer to a challenge. */
export type Verdict =
  | { readonly type: 'admitted' | 'refused' }
  | { readonly type: 'challenged'; readonly bits: number };

export function verdictOf(mode: Mode, { network, site }: CreateCount): Verdict {
  // A site whose limit is full of requests still challenges: bots that do not work cannot keep its visitors out.
  if (network >= 1 || (mode === 'off' && site >= 1)) return { type: 'refused' };
  const used = Math.max(network, site);
  return mode === 'always' || (mode === 'auto' && used > FREE)
    ? { type: 'challenged', bits: difficultyOf(used) }
    : { type: 'admitted' };
}

/** How many new sessions by an answer the limit of a site leaves beside those that need none. */
export const answeredSessions = (mode: Mode, limit: number): number =>
  mode === 'always' ? limit : limit - Math.min(limit, Math.floor(limit * FREE) + 1);

/** Whether an answer has the work that its challenge names. */
export function isSolved({ salt, bits, answer }: AnsweredChallenge): boolean {
  const hash = digest(`${salt}:${answer}`);
  const isZero = (bit: number) => (((hash[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 0;
  return Array.from({ length: bits }, (_, bit) => bit).every(isZero);
}

/** Answers a challenge without a pause, for programs. */
export function solve(challenge: Challenge): AnsweredChallenge {
  for (let count = 0; ; count += 1) {
    const answered = { ...challenge, answer: String(count) };
    if (isSolved(answered)) return answered;
  }
}
