import type { Hono } from 'hono';
import * as z from 'zod';
import { ok } from '../../base/result.ts';
import { SITE_PARAMETER } from '../admin/api/choose-site.ts';
import { describeOperations } from '../admin/api/openapi-document.ts';
import type { Operation } from '../admin/api/operation.ts';
import { createOperationCall, type OperationPorts } from '../admin/api/operation-call.ts';
import { addOperationRoutes } from '../admin/api/operation-routes.ts';
import { type AssistantPorts, addAssistantRoute } from '../admin/mcp/assistant-route.ts';
import { addWebhookReceiver } from '../admin/webhooks/webhook-receiver.ts';
import { type RelayEnv, route } from '../http/request-context.ts';
import type { Content } from '../pages/content.ts';
import type { Services } from '../services/services.ts';
import type { Sites } from '../site/sites.ts';
import type { SiteWithAdmin } from './site-with-admin.ts';

export interface AdminPorts extends Services, OperationPorts {
  /** undefined: assistants are not served. */
  readonly loadMcp: AssistantPorts['loadMcp'] | undefined;
  readonly sites: Pick<Sites<SiteWithAdmin>, 'all'>;
}

const site = z
  .string()
  .optional()
  .describe('The site that the call is about. May be left out with a key of one site.');

/** Adds the `site` parameter, for a relay with several sites. */
const withSite = (operation: Operation): Operation => ({
  ...operation,
  query: (operation.query ?? z.object({})).extend({ [SITE_PARAMETER]: site }),
});

/**
 * Adds the admin interface (contract §5). It has no CORS headers. All routes except webhooks and the document need an admin key.
 */
export function addAdminRoutes(app: Hono<RelayEnv>, ports: AdminPorts): void {
  // All sites have the same operations.
  const [first] = ports.sites.all();
  const { operations } = first.admin;
  const described = () => (first.site.name === '' ? operations : operations.map(withSite));
  const call = createOperationCall(ports);
  addOperationRoutes(app, operations, call);
  const { loadMcp } = ports;
  if (loadMcp)
    addAssistantRoute(app, {
      ...ports,
      loadMcp,
      call,
      operations: described,
      changes: ports.config.mcpChanges,
    });
  addWebhookReceiver(app, ports);

  // Generated at the first request, because it takes longer than the rest of a relay's start.
  let made: Content | undefined;
  const openApiDocument = (): Content =>
    ports.createContent(JSON.stringify(describeOperations(described())), {
      'Content-Type': 'application/json',
      'Cache-Control': 'no-cache',
    });
  route(app, '/admin/openapi.json', {
    GET: async (c) => {
      made ??= openApiDocument();
      return ok(await made.respond(c.req.raw));
    },
  });
}
