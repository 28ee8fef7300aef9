import { envelopeFormat, messageFormat } from '../../http/rest-error.ts';
import type { RouteGroup, RoutePorts } from '../rest/route.ts';
import { agentCallRoutes } from './agent-call-routes.ts';
import { alertRuleRoutes } from './alert-rule-routes.ts';
import { attributeRoutes } from './attribute-routes.ts';
import { audioCacheRoutes } from './audio-cache-routes.ts';
import { behaviorRoutes } from './behavior-routes.ts';
import { dataApiRoutes } from './data-api-routes.ts';
import { debugChatRoutes } from './debug-chat-routes.ts';
import { webhookEndpointRoutes } from './webhook-endpoint-routes.ts';

/** The route groups of the base host: agents with the Data API, and monitoring. */
export const baseRouteGroups = (ports: RoutePorts): readonly [RouteGroup, ...RouteGroup[]] => [
  {
    family: 'base',
    errorFormat: envelopeFormat,
    routes: [
      ...behaviorRoutes(ports),
      ...attributeRoutes(ports),
      ...audioCacheRoutes(ports),
      ...dataApiRoutes(ports),
      ...debugChatRoutes(ports),
      ...agentCallRoutes(ports),
    ],
  },
  {
    family: 'base',
    errorFormat: messageFormat,
    routes: [...alertRuleRoutes(ports), ...webhookEndpointRoutes(ports)],
  },
];
