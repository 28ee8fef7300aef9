import { usePageAddress } from './page-address.ts';
import type { Zone } from './zone.ts';

/** The zone of the times of the page. */
export const useZone = (): Zone => (usePageAddress().query.get('zone') === 'local' ? 'local' : 'utc');
