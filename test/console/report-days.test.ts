import { describe, expect, it } from 'vitest';
import { longDay, rangeOfDay, readDay } from '../../src/console/pages/report/days.ts';

const NOW = Date.UTC(2026, 2, 1, 9, 30);

describe('the day of a report', () => {
  it('reports on the day of the address, else on yesterday', () => {
    expect(['2026-02-03', null, '', 'today', '2026-13-40'].map((it) => readDay(it, NOW, 'UTC'))).toEqual([
      '2026-02-03',
      ...Array(4).fill('2026-02-28'),
    ]);
  });

  it('reports on a day of the organisation', () => {
    const midnight = Date.parse('2026-02-28T23:30:00Z');
    expect([readDay(null, midnight, 'Europe/Berlin'), readDay(null, midnight, 'UTC')]).toEqual([
      '2026-02-28',
      '2026-02-27',
    ]);
  });

  it('leads to the rows of the whole day', () => {
    expect(rangeOfDay('2026-02-28', 'UTC')).toEqual({
      range: null,
      from: '2026-02-28T00:00:00.000Z',
      to: '2026-03-01T00:00:00.000Z',
    });
    expect(rangeOfDay('2026-10-25', 'Europe/Berlin')).toMatchObject({
      from: '2026-10-24T22:00:00.000Z',
      to: '2026-10-25T23:00:00.000Z',
    });
    expect(longDay('2026-02-28')).toMatch(/^Saturday,? 28 February 2026$/);
  });
});
