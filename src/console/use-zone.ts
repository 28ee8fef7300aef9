import { zoneNamed } from '../base/time-zone.ts';
import { usePageAddress } from './page-address.ts';
import { useServices } from './services.ts';
import { localZone, type Zone } from './zone.ts';

/** The zone of the organisation (`FOYER_TIME_ZONE`). */
export const useOwnZone = (): Zone => useServices().place?.timeZone ?? 'UTC';

/** Time zone of the page: `zone` in its address (a name or `local`), else the organisation's. */
export function useZone(): Zone {
  const own = useOwnZone();
  const asked = usePageAddress().query.get('zone');
  if (asked === null) return own;
  return asked === 'local' ? localZone() : (zoneNamed(asked) ?? own);
}
