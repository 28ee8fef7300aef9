import { envelope, fieldList } from '../rest/fault.ts';
import type { Area } from '../rest/route.ts';
import type { Sessions } from '../sessions.ts';
import type { Store } from '../store/index.ts';
import { alertRoutes } from './alert-rules.ts';
import { attributeRoutes } from './attributes.ts';
import { audioCacheRoutes } from './audio-cache.ts';
import { behaviorRoutes } from './behavior.ts';
import { conversationRoutes } from './conversations.ts';
import { debugChatRoutes } from './debug-chat.ts';
import { webhookRoutes } from './webhook-endpoints.ts';

export interface BasePorts {
  readonly store: Store;
  readonly sessions: Sessions;
  /** Origin of this host. */
  readonly baseUrl: string;
  readonly allowLoopbackWebhooks: boolean;
  now(): number;
  newId(prefix: string): string;
  newSecret(prefix: string): string;
}

/** What stands on the base host: build, monitoring and the Data API. */
export function baseAreas({ store, ...ports }: BasePorts): readonly [Area, ...Area[]] {
  const { alertRules, webhookEndpoints, behaviors, attributes, audioCache } = store;
  const agents: Area = {
    family: 'base',
    wording: envelope,
    routes: [
      ...behaviorRoutes(behaviors),
      ...attributeRoutes(attributes, ports.newId),
      ...audioCacheRoutes(audioCache),
      ...conversationRoutes({ ...ports, store }),
      ...debugChatRoutes({ ...ports, store }),
    ],
  };
  const monitoring: Area = {
    family: 'base',
    wording: fieldList,
    routes: [...alertRoutes({ ...ports, alertRules }), ...webhookRoutes({ ...ports, webhookEndpoints })],
  };
  return [agents, monitoring];
}
