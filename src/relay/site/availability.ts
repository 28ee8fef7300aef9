import { dayAfter, dayAt, momentOf } from '../../base/time-zone.ts';
import type { Availability } from '../../protocol/availability.ts';
import { WEEKDAYS } from '../../protocol/branding-limits.ts';
import type { AvailabilityRules, Hours } from '../config/availability-schema.ts';

const MINUTE_MS = 60_000;
/** Days in which the next opening is sought. */
const HORIZON_DAYS = 366;

/** Half-open, in milliseconds since the epoch. */
interface Interval {
  readonly from: number;
  readonly to: number;
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * The opening hours that begin on a day. Both ends are moments of the clock on the wall: the first of two equal times, and a time that
 * the clocks skip counts as if they had not changed yet.
 */
function intervalsOf({ time_zone: zone, week, closed_on = [] }: Hours, day: string): readonly Interval[] {
  if (closed_on.includes(day)) return [];
  const midnight = Date.parse(day);
  const weekday = WEEKDAYS[new Date(midnight).getUTCDay()] as (typeof WEEKDAYS)[number];
  const momentAt = (minutes: number) => momentOf(midnight + minutes * MINUTE_MS, zone);
  return (week[weekday] ?? []).map((range) => {
    const [from, to] = [minutesOf(range.slice(0, 5)), minutesOf(range.slice(6))];
    return { from: momentAt(from), to: momentAt(to > from ? to : to + 1_440) };
  });
}

/** The opening hours of today and of yesterday, which may last over midnight. */
const isOpenAt = (hours: Hours, at: number, today: string): boolean =>
  [dayAfter(today, -1), today].some((day) =>
    intervalsOf(hours, day).some(({ from, to }) => from <= at && at < to),
  );

/** The next moment at which opening hours begin; undefined: not within a year. */
function nextOpening(hours: Hours, at: number, today: string): number | undefined {
  for (let days = -1; days <= HORIZON_DAYS; days++) {
    const next = intervalsOf(hours, dayAfter(today, days))
      .filter(({ from, to }) => from > at && to > from)
      .map(({ from }) => from);
    if (next.length > 0) return Math.min(...next);
  }
  return undefined;
}

/** M-3.21: whether a site takes new conversations at a moment. */
export function availabilityAt({ paused, hours }: AvailabilityRules, at: number): Availability {
  if (paused) return { status: 'paused', notice: paused };
  if (!hours) return { status: 'open' };
  const today = dayAt(at, hours.time_zone);
  if (isOpenAt(hours, at, today)) return { status: 'open' };
  const opensAt = nextOpening(hours, at, today);
  const { outside, notice } = hours;
  return {
    status: 'closed',
    outside,
    notice,
    ...(opensAt !== undefined && { opens_at: new Date(opensAt).toISOString() }),
  };
}
