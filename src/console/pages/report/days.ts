import { beginningOf, dayAfter, dayAt } from '../../../base/time-zone.ts';
import type { Zone } from '../../zone.ts';

/** A day as `2026-11-24`: from the address if it is valid, else the day before `now`. */
export function readDay(text: string | null, now: number, zone: Zone): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));
  return isDay && text ? text : dayAfter(dayAt(now, zone), -1);
}

/** The parameters of an address for the whole day. */
export const rangeOfDay = (day: string, zone: Zone) => ({
  range: null,
  from: new Date(beginningOf(day, zone)).toISOString(),
  to: new Date(beginningOf(dayAfter(day, 1), zone)).toISOString(),
});

const LONG = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
export const longDay = (day: string): string => LONG.format(Date.parse(day));
