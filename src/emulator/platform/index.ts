import { envelope, errorAndCode, errorMessage, withFields } from '../rest/fault.ts';
import type { Area } from '../rest/route.ts';
import type { Store } from '../store/index.ts';
import { concurrencyRoutes } from './concurrency.ts';
import { conversationRoutes } from './conversations.ts';
import { handoffStateRoutes } from './handoff-state.ts';
import { outboundRoutes } from './outbound-calls.ts';

export interface PlatformPorts {
  readonly store: Store;
  now(): number;
  newSecret(prefix: string): string;
}

/** What stands on the platform host: run time and data, and outbound calls under a key of their own. */
export const platformAreas = (ports: PlatformPorts): readonly [Area, ...Area[]] => [
  { family: 'platform', wording: errorMessage, routes: handoffStateRoutes(ports.store.handoffStates) },
  // Published descriptions: v1 has a wording of its own.
  {
    family: 'platform',
    wording: withFields(errorMessage),
    routes: [...conversationRoutes('v1', ports), ...concurrencyRoutes(ports)],
  },
  {
    family: 'platform',
    wording: withFields(envelope),
    routes: [...conversationRoutes('v2', ports), ...conversationRoutes('v3', ports)],
  },
  { family: 'outbound', wording: errorAndCode, routes: outboundRoutes(ports.store.outboundCalls, ports.now) },
];
