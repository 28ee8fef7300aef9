import { useServices } from './services.ts';
import { useZone } from './use-zone.ts';
import { timeText } from './zone.ts';

/** Writes times in the zone of the page: milliseconds, or as text of ISO 8601. */
export function useTimeText(): (time: number | string) => string {
  const { now } = useServices();
  const zone = useZone();
  return (time) => timeText(typeof time === 'string' ? Date.parse(time) : time, now.value, zone);
}
