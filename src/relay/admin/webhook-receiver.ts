import type { Hono } from 'hono';
import { readBytes } from '../../base/bounded-body.ts';
import type { Clock } from '../../base/clock.ts';
import { err, ok } from '../../base/result.ts';
import { consume } from '../limits.ts';
import { type RelayEnv, route } from '../request-context.ts';
import type { Store } from '../store/store.ts';
import { ADMIN_PATH } from './operation-routes.ts';
import type { RelayEvents } from './relay-events.ts';
import { readWebhook } from './webhook.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

const MAX_BODY_BYTES = 256 * 1024;
/** Requests without a valid signature. Genuine ones are never refused because of them. */
const FORGED = { name: 'webhook-forged', times: 600, inMs: 60_000 };
/** the platform's last attempt comes about five and a half hours after its first. */
const REMEMBERED_MS = 24 * 3_600_000;

export interface WebhookPorts {
  readonly secrets: WebhookSecrets;
  readonly clock: Clock;
  readonly store: Store;
  readonly events: RelayEvents;
}

/** Adds the route that receives webhooks of the platform. It requires a signature instead of an admin key (contract §5). */
export function addWebhookReceiver(
  app: Hono<RelayEnv>,
  { secrets, clock, store, events }: WebhookPorts,
): void {
  const forged = store.limiter(FORGED);
  route(app, `${ADMIN_PATH}/webhooks/:name`, {
    POST: async (c) => {
      const name = c.req.param('name') ?? '';
      const raw = await readBytes(c.req.raw.body, MAX_BODY_BYTES).catch(() => null);
      if (raw === undefined) return err({ failed: 'body-too-large' });
      if (raw === null) return err({ failed: 'invalid-request', errors: [] });
      const known = await secrets.read(name);
      const reading = readWebhook(known.secrets, name, c.req.raw.headers, raw, clock.now());
      if (reading.is === 'forged') {
        const failed = known.isRotating ? 'rotation-in-progress' : 'unsigned';
        return err((await consume(forged, c.env.client)) ?? { failed });
      }
      if (reading.is === 'unreadable') {
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
        await events.publish({ type, detail, ...(id !== undefined && { id }) });
      } catch (error) {
        // Not published, so the webhook does not count as received: the platform will retry.
        for (const key of claimed) await store.delete(key);
        throw error;
      }
      c.env.log.info({ webhook: name, type }, 'webhook received');
      return ok(Response.json({ received: true }));
    },
  });
}
