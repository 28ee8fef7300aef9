/** Times of day in a zone of the IANA database. Local times are milliseconds as if they were UTC. */

const DAY_MS = 86_400_000;
const SECOND_MS = 1_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const two = '2-digit';
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
  formats.set(zone, made);
  return made;
}

/** The name of a zone in its usual capitalisation; undefined for an unknown zone. */
export function zoneNamed(name: string): string | undefined {
  try {
    if (!/^[A-Z]/i.test(name)) return undefined;
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    // Else it is an older name of the same zone, such as Asia/Calcutta.
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return undefined;
  }
}

/** The local time at a moment, to the second. */
export function localAt(at: number, zone: string): number {
  if (zone === 'UTC') return at;
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const of = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'));
}

const offsetAt = (at: number, zone: string): number =>
  localAt(at, zone) - Math.floor(at / SECOND_MS) * SECOND_MS;

/** The first moment with a local time. For a local time that the clocks skip, the moment of the change. */
export function momentOf(local: number, zone: string): number {
  const before = local - offsetAt(local - DAY_MS, zone);
  const after = local - offsetAt(local + DAY_MS, zone);
  const isRight = (at: number) => at + offsetAt(at, zone) === local;
  const [first = before] = [before, after].filter(isRight).sort((one, other) => one - other);
  return first;
}

/** The day of a moment, as `2026-11-24`. */
export const dayAt = (at: number, zone: string): string =>
  new Date(localAt(at, zone)).toISOString().slice(0, 10);

/** The moment at which a day begins. */
export const beginningOf = (day: string, zone: string): number => momentOf(Date.parse(day), zone);

/** The day `days` later. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
