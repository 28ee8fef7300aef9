import { describe, expect, it } from 'vitest';
import { curvesOf } from '../../src/console/pages/overview/curves.ts';

const interval = (minute: number, count: number | undefined, variant?: string) =>
  ({
    time: `2026-11-22T10:${String(minute).padStart(2, '0')}:00Z`,
    maxConcurrentConversations: count,
    variantName: variant,
  }) as Parameters<typeof curvesOf>[0][number];
const AT = Date.parse('2026-11-22T10:00:00Z');

describe('curves of concurrency', () => {
  it('there is one curve for each variant, with a gap where nothing is known', () => {
    const curves = curvesOf([
      interval(5, 3, 'Spring'),
      interval(0, 1, 'Spring'),
      interval(5, 2, 'Main'),
      interval(10, undefined, 'Main'),
    ]);
    expect(curves).toEqual([
      {
        id: 'Spring',
        name: 'Spring',
        times: [AT, AT + 300_000],
        values: [1, 3],
        max: 3,
        maxAt: AT + 300_000,
      },
      { id: 'Main', name: 'Main', times: [AT, AT + 300_000], values: [null, 2], max: 2, maxAt: AT + 300_000 },
    ]);
  });

  it('curves are in the order of their maximum, and separate for variants with one name', () => {
    const curves = curvesOf([
      { ...interval(0, 1, 'Main'), variantId: 'a' },
      { ...interval(0, 4, 'Main'), variantId: 'b' },
      { ...interval(0, 2, undefined), variantId: 'c' },
    ]);
    expect(curves.map(({ id, name, max }) => [id, name, max])).toEqual([
      ['b', 'Main', 4],
      ['c', 'c', 2],
      ['a', 'Main', 1],
    ]);
  });

  it('there are no curves without intervals', () => {
    expect(curvesOf([])).toEqual([]);
  });
});
