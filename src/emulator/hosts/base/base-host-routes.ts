import type { Sessions } from '../../sessions/sessions.ts';
import type { Store } from '../../store/store.ts';
import { envelopeFormat, messageFormat } from '../rest/rest-error.ts';
import type { RouteGroup } from '../rest/route.ts';
import { agentCallRoutes } from './agent-call-routes.ts';
import { alertRuleRoutes } from './alert-rule-routes.ts';
import { attributeRoutes } from './attribute-routes.ts';
import { audioCacheRoutes } from './audio-cache-routes.ts';
import { behaviorRoutes } from './behavior-routes.ts';
import { dataApiRoutes } from './data-api-routes.ts';
import { debugChatRoutes } from './debug-chat-routes.ts';
import { webhookEndpointRoutes } from './webhook-endpoint-routes.ts';

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

/** The route groups of the base host: agents with the Data API, and monitoring. */
export function baseRouteGroups({ store, ...ports }: BasePorts): readonly [RouteGroup, ...RouteGroup[]] {
  const { alertRules, webhookEndpoints, behaviors, attributes, audioCache, outboundCalls } = store;
  const agents: RouteGroup = {
    family: 'base',
    errorFormat: envelopeFormat,
    routes: [
      ...behaviorRoutes(behaviors),
      ...attributeRoutes(attributes, ports.newId),
      ...audioCacheRoutes(audioCache),
      ...dataApiRoutes({ ...ports, store }),
      ...debugChatRoutes({ ...ports, store }),
      ...agentCallRoutes(outboundCalls, ports.now),
    ],
  };
  const monitoring: RouteGroup = {
    family: 'base',
    errorFormat: messageFormat,
    routes: [
      ...alertRuleRoutes({ ...ports, alertRules }),
      ...webhookEndpointRoutes({ ...ports, webhookEndpoints }),
    ],
  };
  return [agents, monitoring];
}
