import type { Hono } from 'hono';
import { err, ok } from '../../../base/result.ts';
import { type RelayEnv, route } from '../../http/request-context.ts';
import type { Services } from '../../services/services.ts';
import type { Site } from '../../site/site.ts';
import type { Sites } from '../../site/sites.ts';
import { consume } from '../../store/limits.ts';
import { chooseSite } from '../api/choose-site.ts';
import { ADMIN_PATH } from '../api/operation-routes.ts';
import type { RelayEvents } from '../journals/relay-events.ts';
import type { WebhookLog } from '../journals/webhook-log.ts';
import type { AlertNotifier } from '../notify/alert-notifier.ts';
import { readHead, readWebhook } from './webhook.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

const MAX_BODY_BYTES = 256 * 1024;
/** Limit of requests without a valid signature. It never applies to signed ones. */
const FORGED = { name: 'webhook-forged', times: 600, inMs: 60_000 };
/** the platform's last attempt comes about five and a half hours after its first. */
const REMEMBERED_MS = 24 * 3_600_000;

/** A site that receives platform webhooks. */
interface ReceivingSite extends Site {
  readonly admin: {
    readonly secrets: WebhookSecrets;
    readonly webhooks: WebhookLog;
    readonly events: RelayEvents;
    readonly notifier: AlertNotifier;
  };
}

export interface WebhookPorts extends Pick<Services, 'clock' | 'readBody' | 'store'> {
  readonly sites: Pick<Sites<ReceivingSite>, 'all'>;
}

/** Adds the route of platform webhooks. It needs a signature instead of an admin key (contract §5). */
export function addWebhookReceiver(
  app: Hono<RelayEnv>,
  { sites, clock, store: shared, readBody }: WebhookPorts,
): void {
  const forged = shared.limiter(FORGED);
  route(app, `${ADMIN_PATH}/webhooks/:name`, {
    POST: async (c) => {
      const name = c.req.param('name') ?? '';
      const found = chooseSite(c.req.raw, { site: undefined }, sites.all());
      const { headers } = c.req.raw;
      const refuseForged = async (failed: 'unsigned' | 'rotation-in-progress') => {
        if (found.ok) found.value.admin.webhooks.refuse();
        return err((await consume(forged, c.env.client)) ?? { failed });
      };
      if (!found.ok) return refuseForged('unsigned');
      const { site, store, admin } = found.value;
      const { secrets, webhooks, events, notifier } = admin;
      if (site.name !== '') c.env.site = site.name;
      if (!secrets.names.has(name)) return refuseForged('unsigned');
      // S-100: unauthenticated bodies use no memory. The body is read only after a plausible head.
      const head = readHead(headers, clock.now());
      if (!head) return refuseForged('unsigned');
      const raw = await readBody(c.req.raw, MAX_BODY_BYTES);
      if (!raw.ok) return raw;
      const known = await secrets.read(name);
      const reading = readWebhook(head, known.secrets, headers, raw.value);
      if (reading.kind === 'forged')
        return refuseForged(known.isRotating ? 'rotation-in-progress' : 'unsigned');
      if (reading.kind === 'unreadable') {
        return err({
          failed: 'invalid-request',
          errors: [{ field: '', message: reading.expected }],
        });
      }

      const { type, detail, id, marks } = reading.webhook;
      const claimed: string[] = [];
      for (const mark of marks) {
        const key = `webhook:${name}:${mark}`;
        if (!(await store.claim(key, type, clock.now() + REMEMBERED_MS))) {
          return ok(Response.json({ received: true }));
        }
        claimed.push(key);
      }
      try {
        await events.publish({ type, detail, id });
      } catch (error) {
        // Publishing failed, so the webhook counts as not received and the platform retries.
        for (const key of claimed) await store.delete(key);
        throw error;
      }
      webhooks.record({
        name,
        id: id ?? null,
        type,
        signed_with: reading.signedWith,
        bytes: raw.value.byteLength,
        body: detail,
      });
      notifier.notify(type, detail, id);
      c.env.log.info({ webhook: name, type }, 'webhook received');
      return ok(Response.json({ received: true }));
    },
  });
}
