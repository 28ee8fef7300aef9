import type { Hono } from 'hono';
import { readBytes } from '../../base/bounded-body.ts';
import type { Clock } from '../../base/clock.ts';
import { err, ok } from '../../base/result.ts';
import type { WebhookSecret } from '../config/values.ts';
import { spend } from '../limits.ts';
import { type RelayEnv, route } from '../routing.ts';
import type { Store } from '../store/store.ts';
import type { Events } from './events.ts';
import { ADMIN_PATH } from './routes.ts';
import { readWebhook } from './webhook.ts';

const MAX_BODY_BYTES = 256 * 1024;
/** Each costs a hash of its body, whoever sends it. */
const LIMIT = { name: 'webhook', times: 600, inMs: 60_000 };
/** The platform's last attempt comes five and a half hours after its first (spec rest, Webhook delivery). */
const REMEMBERED_MS = 24 * 3_600_000;

export interface WebhookPorts {
  readonly secrets: readonly WebhookSecret[];
  readonly clock: Clock;
  readonly store: Store;
  readonly events: Events;
}

/** Receives what the platform signs; the one route of the admin side without a key (contract §5). */
export function addWebhookReceiver(
  app: Hono<RelayEnv>,
  { secrets, clock, store, events }: WebhookPorts,
): void {
  const limiter = store.limiter(LIMIT);
  route(app, `${ADMIN_PATH}/webhooks/:name`, {
    POST: async (c) => {
      const refused = await spend(limiter, c.env.client);
      if (refused) return err(refused);
      const name = c.req.param('name') ?? '';
      const raw = await readBytes(c.req.raw.body, MAX_BODY_BYTES).catch(() => null);
      if (raw === undefined) return err({ failed: 'body-too-large' });
      if (raw === null) return err({ failed: 'invalid-request', errors: [] });
      const reading = readWebhook(secrets, name, c.req.raw.headers, raw, clock.now());
      if (reading.is === 'forged') return err({ failed: 'unsigned' });
      if (reading.is === 'unreadable') {
        return err({
          failed: 'invalid-request',
          errors: [{ field: 'type', message: 'must name the event' }],
        });
      }

      const { type, detail, id, signature } = reading.webhook;
      const keys = [signature, id].flatMap((it) => (it === undefined ? [] : [`webhook:${name}:${it}`]));
      const claimed: string[] = [];
      for (const key of keys) {
        if (!(await store.claim(key, type, clock.now() + REMEMBERED_MS))) {
          return ok(Response.json({ received: true }));
        }
        claimed.push(key);
      }
      try {
        await events.tell({ type, detail, ...(id !== undefined && { id }) });
      } catch (error) {
        // Not told, so not received: the platform will try again.
        for (const key of claimed) await store.forget(key);
        throw error;
      }
      c.env.log.info({ webhook: name, type }, 'webhook received');
      return ok(Response.json({ received: true }));
    },
  });
}
