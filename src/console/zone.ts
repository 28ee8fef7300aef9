/** The zone of all times of the page. */
export type Zone = 'utc' | 'local';

const zoneOption = (zone: Zone): Intl.DateTimeFormatOptions => (zone === 'utc' ? { timeZone: 'UTC' } : {});

const formats = (zone: Zone) => {
  const option = zoneOption(zone);
  return {
    hour: new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...option }),
    second: new Intl.DateTimeFormat('en', {
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      ...option,
    }),
    day: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', ...option }),
  };
};
const FORMATS = { utc: formats('utc'), local: formats('local') };

/** `22 Nov` */
export const dayText = (at: number, zone: Zone): string => FORMATS[zone].day.format(at);

/** `14:36` for a time of today, else `22 Nov 14:36`. */
export function timeText(at: number, now: number, zone: Zone): string {
  const { hour, day } = FORMATS[zone];
  return day.format(at) === day.format(now) ? hour.format(at) : `${day.format(at)} ${hour.format(at)}`;
}

/** `14:00` on an axis; `22 Nov` at midnight. */
export function tickText(at: number, zone: Zone): string {
  const { hour, day } = FORMATS[zone];
  const text = hour.format(at);
  return text === '00:00' ? day.format(at) : text;
}

/** `14:36:05` */
export const secondText = (at: number, zone: Zone): string => FORMATS[zone].second.format(at);

/** Milliseconds of the value of a field of the type `datetime-local`; NaN if it is none. */
export const fromField = (value: string, zone: Zone): number =>
  Date.parse(zone === 'utc' ? `${value}Z` : value);

/** The value of a field of the type `datetime-local`, to the minute. */
export function toField(at: number, zone: Zone): string {
  const offsetMs = zone === 'utc' ? 0 : new Date(at).getTimezoneOffset() * 60_000;
  return new Date(at - offsetMs).toISOString().slice(0, 16);
}
