import { localAt, momentOf } from '../base/time-zone.ts';

/** The zone of all times of the page: a name of the IANA database. */
export type Zone = string;

export const localZone = (): Zone => new Intl.DateTimeFormat().resolvedOptions().timeZone;

function formatsOf(timeZone: Zone) {
  const hours = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  return {
    hour: new Intl.DateTimeFormat('en', hours),
    second: new Intl.DateTimeFormat('en', { ...hours, second: '2-digit' }),
    day: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone }),
    date: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone }),
  };
}

const known = new Map<Zone, ReturnType<typeof formatsOf>>();

function formats(zone: Zone): ReturnType<typeof formatsOf> {
  const made = known.get(zone) ?? formatsOf(zone);
  known.set(zone, made);
  return made;
}

/** `22 Nov` */
export const dayText = (at: number, zone: Zone): string => formats(zone).day.format(at);

/** `14:36` for a time of today, else `22 Nov 14:36`, or `22 Nov 2025 14:36` of another year. */
export function timeText(at: number, now: number, zone: Zone): string {
  const { hour, day, date } = formats(zone);
  const [dateThen, today] = [date.format(at), date.format(now)];
  const time = hour.format(at);
  if (dateThen === today) return time;
  const isSameYear = dateThen.slice(-4) === today.slice(-4);
  return `${isSameYear ? day.format(at) : dateThen} ${time}`;
}

/** `14:00` on an axis; `22 Nov` at midnight. */
export function tickText(at: number, zone: Zone): string {
  const { hour, day } = formats(zone);
  const text = hour.format(at);
  return text === '00:00' ? day.format(at) : text;
}

/** `14:36:05` */
export const secondText = (at: number, zone: Zone): string => formats(zone).second.format(at);

/** Milliseconds of the value of a field of the type `datetime-local`; NaN if it is none. */
export const fromField = (value: string, zone: Zone): number => {
  const local = Date.parse(`${value}Z`);
  return Number.isNaN(local) ? local : momentOf(local, zone);
};

/** The value of a field of the type `datetime-local`, to the minute. */
export const toField = (at: number, zone: Zone): string =>
  new Date(localAt(at, zone)).toISOString().slice(0, 16);

/** The time of a field that began with `at`. Unchanged it is `at`: a field has no seconds, and an hour that comes twice only once. */
export const changedTime = (at: number, value: string, zone: Zone): number =>
  value === toField(at, zone) ? at : fromField(value, zone);
