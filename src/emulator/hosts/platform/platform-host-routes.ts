import {
  envelopeFormat,
  errorAndCodeFormat,
  errorMessageFormat,
  withFieldIssues,
} from '../../http/rest-error.ts';
import type { RouteGroup, RoutePorts } from '../rest/route.ts';
import { concurrencyRoutes } from './concurrency-routes.ts';
import { conversationListRoutes } from './conversation-list-routes.ts';
import { handoffStateRoutes } from './handoff-state-routes.ts';
import { outboundCallRoutes } from './outbound-call-routes.ts';

/** The route groups of the platform host. Outbound calls have their own key family. */
export const platformRouteGroups = (ports: RoutePorts): readonly [RouteGroup, ...RouteGroup[]] => [
  {
    family: 'platform',
    errorFormat: errorMessageFormat,
    routes: handoffStateRoutes(ports),
  },
  // version 1 has another error format than versions 2 and 3.
  {
    family: 'platform',
    errorFormat: withFieldIssues(errorMessageFormat),
    routes: [...conversationListRoutes('v1', ports), ...concurrencyRoutes(ports)],
  },
  {
    family: 'platform',
    errorFormat: withFieldIssues(envelopeFormat),
    routes: [...conversationListRoutes('v2', ports), ...conversationListRoutes('v3', ports)],
  },
  {
    family: 'outbound',
    errorFormat: errorAndCodeFormat,
    routes: outboundCallRoutes(ports),
  },
];
