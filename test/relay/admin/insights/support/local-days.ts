/** Milliseconds by which the clocks of a zone are ahead of UTC. */
function offsetOf(zone: string, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'longOffset',
  }).formatToParts(at);
  const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):?(\d\d)?/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** The beginning of a day (`2026-10-25`) in a zone. */
export function midnightOf(zone: string, day: string): number {
  const utc = Date.parse(day);
  const guess = utc - offsetOf(zone, utc);
  return utc - offsetOf(zone, guess);
}
