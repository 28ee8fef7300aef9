import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { beginningOf, dayAfter, dayAt, localAt, momentOf, zoneNamed } from '../../src/base/time-zone.ts';

const HOUR_MS = 3_600_000;
const iso = (at: number) => new Date(at).toISOString().slice(0, 16);

describe('a day of a zone', () => {
  it.each([
    // Changes of 2026 as the database of time zones has them.
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00', 25],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00', 23],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00', 25],
    ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00', 24.5],
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30', 23.5],
    ['Asia/Kolkata', '2026-11-24', '2026-11-23T18:30', 24],
    ['Asia/Kathmandu', '2026-11-24', '2026-11-23T18:15', 24],
    // Its clocks leave midnight out.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00', 23],
    ['UTC', '2026-11-24', '2026-11-24T00:00', 24],
  ])('the day of %s begins and ends as the clocks say: %s', (zone, day, begins, hours) => {
    const from = beginningOf(day, zone);
    expect([iso(from), (beginningOf(dayAfter(day, 1), zone) - from) / HOUR_MS]).toEqual([begins, hours]);
  });

  it('a day has every moment from its beginning to the next day’s beginning, in every zone', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const moments = fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2028, 0) });
    fc.assert(
      fc.property(zones, moments, (zone, at) => {
        const day = dayAt(at, zone);
        expect(beginningOf(day, zone)).toBeLessThanOrEqual(at);
        expect(beginningOf(dayAfter(day, 1), zone)).toBeGreaterThan(at);
        expect(dayAt(beginningOf(day, zone), zone)).toBe(day);
      }),
    );
  });

  it('a local time leads back to itself, except one that comes twice', () => {
    const berlin = 'Europe/Berlin';
    const at = Date.parse('2026-07-01T12:34:56Z');
    expect(momentOf(localAt(at, berlin), berlin)).toBe(at);
    expect(iso(momentOf(Date.parse('2026-10-25T02:30Z'), berlin))).toBe('2026-10-25T00:30');
  });
});

it('zones are known by their names only', () => {
  expect(['europe/berlin', 'Asia/Kolkata', 'utc', 'Mars/Phobos', '+05:30', ''].map(zoneNamed)).toEqual([
    'Europe/Berlin',
    'Asia/Kolkata',
    'UTC',
    undefined,
    undefined,
    undefined,
  ]);
});
