import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answeredSessions, difficultyOf, isSolved, verdictOf } from '../../src/relay/store/proof-of-work.ts';

const share = fc.double({ min: 0, max: 3, noNaN: true });
const count = (network: number, site: number) => ({ network, site, retryInMs: 1_000 });

/** Leading zero bits, by a text of all bits. */
const zeroBits = (text: string): number =>
  [...createHash('sha256').update(text).digest()]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
    .indexOf('1');

describe('the proof of work (S-138)', () => {
  it('takes 12 bits at half of a limit and 18 at its end, and no fewer where more is used', () => {
    expect([0, 0.5, 0.6, 0.75, 0.9, 1, 7].map(difficultyOf)).toEqual([12, 12, 13, 15, 17, 18, 18]);
    fc.assert(
      fc.property(share, share, (one, other) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)];
        expect(difficultyOf(less)).toBeLessThanOrEqual(difficultyOf(more));
      }),
    );
  });

  it.each([
    ['auto', 0.5, 0.5, { type: 'admitted' }],
    ['auto', 0.6, 0, { type: 'challenged', bits: 13 }],
    ['auto', 0, 0.6, { type: 'challenged', bits: 13 }],
    ['auto', 0, 40, { type: 'challenged', bits: 18 }],
    ['auto', 1, 0, { type: 'refused' }],
    ['always', 0, 0, { type: 'challenged', bits: 12 }],
    ['always', 1, 0, { type: 'refused' }],
    ['off', 0.9, 0.9, { type: 'admitted' }],
    ['off', 1, 0, { type: 'refused' }],
    ['off', 0, 1, { type: 'refused' }],
  ] as const)('%s: a network that has used %d of its limit and a site %d', (mode, network, site, verdict) => {
    expect(verdictOf(mode, count(network, site))).toEqual(verdict);
  });

  it.each(['auto', 'always'] as const)('admits no more sessions than the limit of a site (%s)', (mode) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), (limit) => {
        const free = Array.from({ length: 2 * limit }, (_, before) =>
          verdictOf(mode, count(0, before / limit)),
        );
        const admitted = free.filter(({ type }) => type === 'admitted').length;
        expect(admitted + answeredSessions(mode, limit)).toBe(limit);
      }),
    );
  });

  it('accepts exactly the answers whose hash begins with the zero bits', () => {
    const challenge = { salt: 'AAAAAAAAAAAAAAAA', expires_at: 0, signature: '' };
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 0, max: 12 }), (nth, bits) => {
        const answer = String(nth);
        const isEnough = zeroBits(`${challenge.salt}:${answer}`) >= bits;
        expect(isSolved({ ...challenge, bits, answer })).toBe(isEnough);
      }),
      { numRuns: 1_000 },
    );
  });
});
