import { useServices } from '../services.ts';
import { useZone } from '../use-zone.ts';
import { timeText } from '../zone.ts';

/** A time in the zone of the page; its title is the time in ISO 8601. */
export function Time({ iso }: { readonly iso: string }) {
  const { now } = useServices();
  const zone = useZone();
  return (
    <time dateTime={iso} title={iso}>
      {timeText(Date.parse(iso), now.value, zone)}
    </time>
  );
}
