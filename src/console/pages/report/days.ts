const DAY_MS = 86_400_000;

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

/** A day of UTC as `2026-11-24`: that of the address if it is one, else the day before `now`. */
export function readDay(text: string | null, now: number): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text ?? '') && !Number.isNaN(Date.parse(text ?? ''));
  return isDay && text ? text : dayOf(now - DAY_MS);
}

/** The day so many days later. */
export const dayAfter = (day: string, days: number): string => dayOf(Date.parse(day) + days * DAY_MS);

/** The last day that has a report, if only of what has passed of it. */
export const lastDay = (now: number): string => dayOf(now);

/** The parameters of an address for the whole day. */
export const rangeOfDay = (day: string) => ({
  range: null,
  from: `${day}T00:00:00.000Z`,
  to: `${dayAfter(day, 1)}T00:00:00.000Z`,
});

const LONG = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
export const longDay = (day: string): string => LONG.format(Date.parse(day));
