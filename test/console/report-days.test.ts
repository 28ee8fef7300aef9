import { describe, expect, it } from 'vitest';
import { dayAfter, lastDay, longDay, rangeOfDay, readDay } from '../../src/console/pages/report/days.ts';

const NOW = Date.UTC(2026, 2, 1, 9, 30);

describe('the day of a report', () => {
  it('is that of the address, else yesterday', () => {
    expect(['2026-02-03', null, '', 'today', '2026-13-40'].map((it) => readDay(it, NOW))).toEqual([
      '2026-02-03',
      ...Array(4).fill('2026-02-28'),
    ]);
  });

  it('has a day before and one after, up to today', () => {
    expect([dayAfter('2026-02-28', 1), dayAfter('2026-01-01', -1), lastDay(NOW)]).toEqual([
      '2026-03-01',
      '2025-12-31',
      '2026-03-01',
    ]);
  });

  it('leads to the rows of the whole day', () => {
    expect(rangeOfDay('2026-02-28')).toEqual({
      range: null,
      from: '2026-02-28T00:00:00.000Z',
      to: '2026-03-01T00:00:00.000Z',
    });
    expect(longDay('2026-02-28')).toMatch(/^Saturday,? 28 February 2026$/);
  });
});
