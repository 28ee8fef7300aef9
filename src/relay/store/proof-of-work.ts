import { digest } from '../../base/digest.ts';
import type { AnsweredChallenge, Challenge } from '../../protocol/relay.ts';
import type { SiteConfig } from '../config/config.ts';

/** S-138: a proof of work for new sessions (docs/decisions/0045). */
type Mode = SiteConfig['challenge'];

/** The used share of the limits of new sessions before a request: 0 is nothing, 1 is all. */
export interface CreateCount {
  /** The most used limit of the address and the wider networks around it. */
  readonly network: number;
  readonly site: number;
  /** Until the most used limit resets. */
  readonly retryInMs: number;
}

/** The share of a limit that needs no challenge. */
const FREE_SHARE = 0.5;
const MIN_BITS = 12;
export const MAX_BITS = 18;

/** The zero bits that a proof must have. They rise with the used share of a limit; each bit doubles the work. */
export const difficultyOf = (used: number): number =>
  MIN_BITS +
  Math.round((MAX_BITS - MIN_BITS) * Math.min(1, Math.max(0, (used - FREE_SHARE) / (1 - FREE_SHARE))));

/** The decision about a request for a new session without a solved challenge. */
export type Verdict =
  | { readonly type: 'admitted' | 'refused' }
  | { readonly type: 'challenged'; readonly bits: number };

export function verdictOf(mode: Mode, { network, site }: CreateCount): Verdict {
  // A site above its limit still challenges: bots that solve nothing cannot lock its visitors out.
  if (network >= 1 || (mode === 'off' && site >= 1)) return { type: 'refused' };
  const used = Math.max(network, site);
  return mode === 'always' || (mode === 'auto' && used > FREE_SHARE)
    ? { type: 'challenged', bits: difficultyOf(used) }
    : { type: 'admitted' };
}

/** The new sessions that a site's limit reserves for solved challenges. */
export const answeredSessions = (mode: Mode, limit: number): number =>
  mode === 'always' ? limit : limit - Math.min(limit, Math.floor(limit * FREE_SHARE) + 1);

/** True for an answer that solves its challenge. */
export function isSolved({ salt, bits, answer }: AnsweredChallenge): boolean {
  const hash = digest(`${salt}:${answer}`);
  const isZero = (bit: number) => (((hash[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 0;
  return Array.from({ length: bits }, (_, bit) => bit).every(isZero);
}

/** Solves a challenge in one synchronous run, for programs. */
export function solve(challenge: Challenge): AnsweredChallenge {
  for (let count = 0; ; count += 1) {
    const answered = { ...challenge, answer: String(count) };
    if (isSolved(answered)) return answered;
  }
}
