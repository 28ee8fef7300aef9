import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reasonLines } from '../../src/console/handoff-reasons.ts';

const reason = fc.record({
  reason: fc.oneof(fc.constant(''), fc.string()),
  handoffs: fc.integer({ min: 1, max: 99 }),
  isNew: fc.constantFrom(true, false, undefined),
});

describe('the lines of handoff reasons', () => {
  it('the lines of handoff reasons add up to the number of all handoffs', () => {
    fc.assert(
      fc.property(
        fc.array(reason, { maxLength: 12 }),
        fc.nat(9),
        fc.nat(9),
        (handoffReasons, otherHandoffs, max) => {
          const total = handoffReasons.reduce((sum, it) => sum + it.handoffs, otherHandoffs);
          const lines = reasonLines({ handoffReasons, otherHandoffs }, { names: [], max });
          expect(lines.reduce((sum, it) => sum + it.handoffs, 0)).toBe(total);
          expect(lines.every(({ text, handoffs }) => text !== '' && handoffs > 0)).toBe(true);
        },
      ),
    );
  });

  it('counts handoffs without a reason, and the handoffs that are not shown', () => {
    const handoffReasons = ['', 'refund', 'delivery', 'other'].map((it, nth) => ({
      reason: it,
      handoffs: 9 - nth,
      isNew: false,
    }));
    const lines = reasonLines({ handoffReasons, otherHandoffs: 0 }, { names: [], max: 2 });
    expect(lines.map((it) => [it.text, it.handoffs])).toEqual([
      ['No reason given', 9],
      ['refund', 8],
      ['2 other reasons', 13],
    ]);
  });

  it('shows the names that the site has given to reasons, and filters by the id', () => {
    const handoffReasons = [
      { reason: 'damaged_goods', handoffs: 3, isNew: false },
      { reason: '__proto__', handoffs: 2, isNew: false },
    ];
    const names = [{ id: 'damaged_goods', name: 'Arrived broken' }];
    expect(reasonLines({ handoffReasons, otherHandoffs: 0 }, { names })).toMatchObject([
      { text: 'Arrived broken', id: 'damaged_goods', filter: { reason: 'damaged_goods' } },
      { text: '__proto__', id: undefined, filter: { reason: '__proto__' } },
    ]);
  });
});
