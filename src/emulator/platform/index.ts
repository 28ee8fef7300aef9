import { errorAndCode, errorMessage } from '../rest/fault.ts';
import type { Area } from '../rest/route.ts';
import type { Store } from '../store/index.ts';
import { handoffStateRoutes } from './handoff-state.ts';
import { outboundRoutes } from './outbound-calls.ts';

export interface PlatformPorts {
  readonly store: Store;
  now(): number;
}

/** What stands on the platform host: run time and data, and outbound calls under a key of their own. */
export const platformAreas = ({ store, now }: PlatformPorts): readonly [Area, ...Area[]] => [
  { family: 'platform', wording: errorMessage, routes: handoffStateRoutes(store.handoffStates) },
  { family: 'outbound', wording: errorAndCode, routes: outboundRoutes(store.outboundCalls, now) },
];
