import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connectionLimits, evictedBy, overHeaderLimit, turnOf } from '../../src/base/connection-rules.ts';

const limits = { idlePerNetwork: 2, crowded: 9, unfinished: 16, waiting: 100, headerBytes: 1_000 };
const table = (idle: string, ofNetwork: string, open = idle.length) => ({
  open,
  idle: new Set(idle),
  idleOfNetwork: new Set(ofNetwork),
});

describe('S-134: idle connections', () => {
  it.each([
    ['as many of a network as it may have', table('abc', 'bc'), undefined],
    ['one more of a network: its longest idle', table('abcd', 'bcd'), 'b'],
    ['as many as the server can have in peace', table('ad', 'd', 9), undefined],
    ['one more: the longest idle of all', table('ad', 'd', 10), 'a'],
    ['one more, and the new one is the only one that is idle', table('d', 'd', 10), undefined],
  ])('idle connections give way when there are too many: %s', (_, given, expected) => {
    expect(evictedBy(given, 'd', limits)).toBe(expected);
  });

  it('idle connections give way in the last tenth of what a server may have open', () => {
    expect([1, 2, 100, 10_000].map((max) => connectionLimits(max).crowded)).toEqual([1, 1, 90, 9_000]);
  });
});

it('S-135: a request waits behind 16 unfinished answers, unless too many wait', () => {
  expect([turnOf(16, 100, limits), turnOf(17, 99, limits), turnOf(17, 100, limits)]).toEqual([
    'now',
    'later',
    'never',
  ]);
});

it('S-141: headers that do not end take no more than the limit together, and the longest close', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(900), { maxLength: 12 }), (sizes) => {
      const idle = sizes.map((bytes, nth) => [nth, bytes] as const);
      const closed = new Set(overHeaderLimit(idle, limits));
      const kept = idle.filter(([nth]) => !closed.has(nth)).map(([, bytes]) => bytes);
      const gone = idle.filter(([nth]) => closed.has(nth)).map(([, bytes]) => bytes);
      const sum = kept.reduce((all, it) => all + it, 0);
      expect(sum <= limits.headerBytes).toBe(true);
      // None closes that need not.
      expect(gone.length === 0 || sum + Math.min(...gone) > limits.headerBytes).toBe(true);
      expect(Math.max(0, ...kept) <= Math.min(Number.POSITIVE_INFINITY, ...gone)).toBe(true);
    }),
  );
});
