import type { Hono } from 'hono';
import type { Clock } from '../../base/clock.ts';
import { ok } from '../../base/result.ts';
import type { RelayConfig } from '../config.ts';
import { createContent } from '../content.ts';
import type { Events } from '../events.ts';
import { type RelayEnv, route } from '../routing.ts';
import type { Store } from '../store/store.ts';
import type { Access } from './access.ts';
import { behaviorText } from './behavior-text.ts';
import { createDocsPage } from './docs-page.ts';
import { describeOperations } from './document.ts';
import { eventStream } from './event-stream.ts';
import { addOperations } from './routes.ts';
import { addWebhookReceiver } from './webhook-receiver.ts';

declare const __FOYER_VERSION__: string;

export interface AdminPorts {
  readonly config: RelayConfig;
  readonly access: Access;
  readonly clock: Clock;
  readonly store: Store;
  readonly events: Events;
  /** Goes off when the relay is about to close. */
  readonly ending: AbortSignal;
}

/** The admin side (contract §5): never shared with other origins, nothing without a key but what is signed and what is documentation. */
export function addAdmin(
  app: Hono<RelayEnv>,
  { config, access, clock, store, events, ending }: AdminPorts,
): void {
  const operations = [...behaviorText, eventStream(events, clock, ending)];
  addOperations(app, operations, access);
  addWebhookReceiver(app, { secrets: config.webhookSecrets, clock, store, events });

  const document = describeOperations(operations, __FOYER_VERSION__);
  const json = createContent(Buffer.from(JSON.stringify(document)), {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-cache',
  });
  const page = createDocsPage(document);
  route(app, '/admin/openapi.json', { GET: async (c) => ok(await json.respond(c.req.raw)) });
  route(app, '/admin/docs', { GET: async (c) => ok(await page.respond(c.req.raw)) });
}
