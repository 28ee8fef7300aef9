import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Hours } from '../../src/relay/config/availability-schema.ts';
import { parseConfig } from '../../src/relay/index.ts';
import { availabilityAt } from '../../src/relay/site/availability.ts';

const BERLIN: Hours = {
  time_zone: 'Europe/Berlin',
  week: {
    mon: ['09:00-12:00', '13:00-17:00'],
    tue: ['09:00-17:00'],
    fri: ['20:00-02:00'],
    sun: ['00:00-24:00'],
  },
  closed_on: ['2026-11-30'],
  outside: 'notice',
  notice: { en: 'Back soon' },
};

const statusAt = (hours: Hours, at: string) => availabilityAt({ hours }, Date.parse(at)).status;
const opensAt = (hours: Hours, at: string) => {
  const answer = availabilityAt({ hours }, Date.parse(at));
  return answer.status === 'closed' ? answer.opens_at : answer.status;
};

describe('M-3.21: the hours of a site', () => {
  it.each([
    ['2026-11-23T07:59:59.999Z', 'closed', 'Monday before nine'],
    ['2026-11-23T08:00:00Z', 'open', 'Monday at nine'],
    ['2026-11-23T11:00:00Z', 'closed', 'the break'],
    ['2026-11-23T12:00:00Z', 'open', 'after the break'],
    ['2026-11-23T16:00:00Z', 'closed', 'Monday at five'],
    ['2026-11-25T10:00:00Z', 'closed', 'a day without hours'],
    ['2026-11-28T00:59:00Z', 'open', 'Friday evening, past midnight'],
    ['2026-11-28T01:00:00Z', 'closed', 'Saturday at two'],
    ['2026-11-29T22:59:00Z', 'open', 'a whole day, to its end'],
    ['2026-11-30T10:00:00Z', 'closed', 'a closed Monday'],
    ['2026-07-20T07:00:00Z', 'open', 'nine in summer'],
  ])('at %s the site is %s: %s', (at, status) => {
    expect(statusAt(BERLIN, at)).toBe(status);
  });

  it('names the next opening, over closed days and the change of the clocks', () => {
    expect([
      opensAt(BERLIN, '2026-11-23T11:30:00Z'),
      opensAt(BERLIN, '2026-11-30T10:00:00Z'),
      opensAt(BERLIN, '2026-11-25T10:00:00Z'),
      opensAt({ ...BERLIN, week: { sun: ['10:00-12:00'] } }, '2026-10-24T12:00:00Z'),
      opensAt({ ...BERLIN, week: {} }, '2026-11-25T10:00:00Z'),
    ]).toEqual([
      '2026-11-23T12:00:00.000Z',
      '2026-12-01T08:00:00.000Z',
      '2026-11-27T19:00:00.000Z',
      '2026-10-25T09:00:00.000Z',
      undefined,
    ]);
  });

  it('keeps the hours of an evening on the day before a closed day', () => {
    const hours = { ...BERLIN, closed_on: ['2026-11-28'] };
    expect([statusAt(hours, '2026-11-28T00:30:00Z'), statusAt(hours, '2026-11-28T02:00:00Z')]).toEqual([
      'open',
      'closed',
    ]);
  });

  it('a pause is stronger than hours, and without both the site is open', () => {
    const paused = { en: 'Short break' };
    expect([availabilityAt({ paused, hours: BERLIN }, 0), availabilityAt({}, 0)]).toEqual([
      { status: 'paused', notice: paused },
      { status: 'open' },
    ]);
  });

  // An independent computation: reads the clock on the wall minute by minute, as Swedish dates of Intl.
  const MINUTE = 60_000;
  const DAY = 1_440 * MINUTE;
  const walls = new Map<string, Intl.DateTimeFormat>();
  function wallAt(at: number, zone: string): number {
    const format =
      walls.get(zone) ??
      new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    walls.set(zone, format);
    return Date.parse(`${format.format(at).replace(' ', 'T')}Z`);
  }
  /** The first minute at which the wall shows `wall`; in a gap as many minutes after its beginning. */
  function firstAt(wall: number, zone: string): number {
    let at = wall - DAY;
    // Offsets are at most 14 hours, so the first hours can be skipped.
    while (wallAt(at + 60 * MINUTE, zone) < wall) at += 60 * MINUTE;
    while (wallAt(at + MINUTE, zone) < wall) at += MINUTE;
    const next = at + MINUTE;
    return wallAt(next, zone) === wall ? next : at + wall - wallAt(at, zone);
  }
  const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;
  function isOpen({ week, closed_on = [], time_zone: zone }: Hours, at: number): boolean {
    const today = Math.floor(wallAt(at, zone) / DAY) * DAY;
    return [today - DAY, today].some((day) => {
      const date = new Date(day);
      if (closed_on.includes(date.toISOString().slice(0, 10))) return false;
      return (week[DAYS[date.getUTCDay()] ?? 'sun'] ?? []).some((range) => {
        const [from = 0, to = 0] = range.split('-').map((time) => {
          const [hours = 0, minutes = 0] = time.split(':').map(Number);
          return (hours * 60 + minutes) * MINUTE;
        });
        const end = to > from ? to : to + DAY;
        return firstAt(day + from, zone) <= at && at < firstAt(day + end, zone);
      });
    });
  }

  const two = (value: number) => String(value).padStart(2, '0');
  const time = fc
    .integer({ min: 0, max: 95 })
    .map((quarter) => `${two(Math.floor(quarter / 4))}:${two((quarter % 4) * 15)}`);
  const range = fc
    .tuple(time, fc.oneof(time, fc.constant('24:00')))
    .filter(([from, to]) => from !== to)
    .map((ends) => ends.join('-'));
  const ranges = fc.array(range, { maxLength: 2 });
  const week = fc.record({
    mon: ranges,
    tue: ranges,
    wed: ranges,
    thu: ranges,
    fri: ranges,
    sat: ranges,
    sun: ranges,
  });
  /** Most of these days have a change of the clocks, one of them at midnight, one of half an hour. */
  const moments = fc
    .tuple(
      fc.constantFrom(
        ['Europe/Berlin', '2026-03-29'],
        ['Europe/Berlin', '2026-10-25'],
        ['America/New_York', '2026-11-01'],
        ['America/Santiago', '2026-09-06'],
        ['Australia/Lord_Howe', '2026-04-05'],
        ['Pacific/Kiritimati', '2026-07-01'],
        ['Asia/Kolkata', '2026-12-31'],
      ),
      fc.integer({ min: -2_880, max: 2_880 }),
    )
    .map(([[zone, day], minutes]) => ({ zone: `${zone}`, at: Date.parse(`${day}`) + minutes * MINUTE }));

  it('agree with the clock on the wall, whatever the zone and the hours', () => {
    fc.assert(
      fc.property(moments, week, fc.boolean(), ({ zone, at }, hours, isClosed) => {
        const today = new Date(wallAt(at, zone)).toISOString().slice(0, 10);
        const rules: Hours = {
          time_zone: zone,
          week: hours,
          closed_on: isClosed ? [today] : [],
          outside: 'notice',
        };
        const answer = availabilityAt({ hours: rules }, at);
        expect(answer.status).toBe(isOpen(rules, at) ? 'open' : 'closed');
        if (answer.status !== 'closed' || answer.opens_at === undefined) return;
        const next = Date.parse(answer.opens_at);
        expect([next > at, isOpen(rules, next)]).toEqual([true, true]);
        // Ranges begin at full quarters.
        for (let before = next - 15 * MINUTE; before > at && before > next - DAY; before -= 15 * MINUTE)
          expect(isOpen(rules, before)).toBe(false);
      }),
      {
        numRuns: 60,
        // Opens at the very end of a gap.
        examples: [
          [
            { zone: 'America/Santiago', at: Date.parse('2026-09-06') },
            { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: ['01:00-24:00'] },
            false,
          ],
        ],
      },
    );
  });
});

describe('the availability in the branding file', () => {
  const linesOf = (availability: unknown, prompts?: unknown) => {
    const branding = { header: { text: 'Clinic' }, default_locale: 'en', availability, prompts };
    const config = parseConfig(
      {
        FOYER_MESSAGING_URL: 'https://messaging.us-1.platform.example',
        FOYER_CONNECTOR_TOKEN: 'connector-4f1d7c0a9b3e5d86',
        FOYER_HOST_IDENTIFIER: 'shop.example.com',
        FOYER_ALLOWED_ORIGINS: 'https://shop.example.com',
        FOYER_WIDGET_CONFIG: 'brand.json',
      },
      { read: (path) => (path === 'brand.json' ? JSON.stringify(branding) : undefined) },
    );
    return config.ok ? config.value.sites[0] : config.error.map(({ key, expected }) => `${key}: ${expected}`);
  };

  it('stays at the relay; visitors get a launcher that waits where it hides', () => {
    const hours = { ...BERLIN, outside: 'hide' };
    expect(linesOf({ hours })).toMatchObject({
      availability: { hours },
      widget: { header: { text: 'Clinic' }, default_locale: 'en', launcher: { appears: 'later' } },
    });
    const { outside: _, ...others } = BERLIN;
    expect(linesOf({ hours: others })).toMatchObject({
      availability: { hours: { outside: 'notice' } },
      widget: { header: { text: 'Clinic' }, default_locale: 'en' },
    });
  });

  it.each<readonly [availability: unknown, line: string]>([
    [{ hours: { ...BERLIN, time_zone: 'Berlin' } }, 'hours.time_zone: a time zone such as "Europe/Berlin"'],
    ...['9:00-17:00', '09:00-24:01', '09:00-09:00', '24:00-09:00', '09:00', ''].map(
      (text): [unknown, string] => [
        { hours: { ...BERLIN, week: { wed: ['08:00-09:00', text] } } },
        'hours.week.wed.1: a range such as "09:00-17:00"',
      ],
    ),
    ...['2026-02-30', '25.12.2026'].map((text): [unknown, string] => [
      { hours: { ...BERLIN, closed_on: [text] } },
      'hours.closed_on.0: a day such as "2026-12-25"',
    ]),
    [{ hours: { ...BERLIN, week: { ...BERLIN.week, monday: [] } } }, 'hours.week.monday: a documented key'],
    [
      { hours: { ...BERLIN, week: { mon: [] } } },
      'hours.week: hours of a day; to close the chat, use paused',
    ],
    [{ hours: { ...BERLIN, outside: 'gone' } }, 'hours.outside: one of "hide"|"notice"|"message"'],
    [{ paused: {} }, 'paused: 1 to 40 languages'],
    [{ paused: { en: 'x'.repeat(501) } }, 'paused.en: string to have <=500 characters'],
    [
      { hours: { ...BERLIN, week: { mon: Array(7).fill('08:00-09:00') } } },
      'hours.week.mon: array to have <=6 items',
    ],
  ])('refuses %j and names the key', (availability, line) => {
    expect(linesOf(availability)).toEqual([`FOYER_WIDGET_CONFIG.availability.${line}`]);
  });

  const PROMPT = { text: { en: 'Need a hand?' }, when: { path: '/shop' }, once: 'page' };

  it('M-3.23: prompts go to visitors as rules of the launcher', () => {
    expect(linesOf(undefined, [PROMPT, { text: PROMPT.text }])).toMatchObject({
      widget: { launcher: { prompts: [PROMPT, { text: PROMPT.text, when: {}, once: 'page' }] } },
    });
    expect(linesOf(undefined, [])).toMatchObject({
      widget: { header: { text: 'Clinic' }, default_locale: 'en' },
    });
  });

  it.each<readonly [prompt: unknown, line: string]>([
    [{ ...PROMPT, text: {} }, '0.text: 1 to 40 languages'],
    [{ ...PROMPT, once: 'week' }, '0.once: one of "page"|"session"|"day"'],
    [{ ...PROMPT, when: { path: 'shop' } }, '0.when.path: a path such as "/shop" or "/shop/*/buy"'],
    [{ ...PROMPT, when: { scroll: 50 } }, '0.when.scroll: number to be <=1'],
    [{ ...PROMPT, when: { after_s: -1 } }, '0.when.after_s: number to be >=0'],
    [{ ...PROMPT, when: { after: 1 } }, '0.when.after: a documented key'],
    [{ ...PROMPT, actions: { en: ['a', 'b', 'c', 'd'] } }, '0.actions.en: array to have <=3 items'],
  ])('refuses the prompt %j and names the key', (prompt, line) => {
    expect(linesOf(undefined, [prompt])).toEqual([`FOYER_WIDGET_CONFIG.prompts.${line}`]);
  });
});
