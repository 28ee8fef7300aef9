import type { AlertEvent } from '../alerts/evaluator.ts';
import type { Store } from '../store/index.ts';
import type { WebhookDelivery } from '../store/webhook-deliveries.ts';
import { type AttemptPorts, attempt } from './attempt.ts';

/** Brings events to the webhook endpoints of an account: at least once, in no promised order. */
export interface Deliveries {
  /** Keeps an event for every enabled endpoint that wants its type; what is kept outlives the platform. */
  keep(accountId: string, event: AlertEvent): void;
  /** Sends whatever is due. */
  wake(): void;
  /** What was on its way is sent again by the next start; may be called twice. */
  dispose(): void;
}

export interface DeliveryPorts extends AttemptPorts {
  readonly store: Pick<Store, 'webhookEndpoints' | 'webhookDeliveries'>;
  log(line: string): void;
}

/** spec rest, Webhook delivery: waits between one attempt and the next. */
const WAITS_MS = [1, 5, 15, 60, 240].map((minutes) => minutes * 60_000);

export function createDeliveries(ports: DeliveryPorts): Deliveries {
  const { clock, log } = ports;
  const { webhookEndpoints, webhookDeliveries } = ports.store;
  const stopping = new AbortController();
  /** Endpoints that are being called: one at a time, so that a slow one is not crowded. */
  const busy = new Set<string>();
  let cancel = () => {};

  async function deliver(delivery: WebhookDelivery) {
    const { id, account_id, endpoint_id, event_id, event_type } = delivery;
    const name = `webhook ${endpoint_id} ${event_type} ${event_id}`;
    const endpoint = webhookEndpoints.get(account_id, endpoint_id);
    if (!endpoint?.enabled || !endpoint.event_types.includes(event_type)) {
      webhookDeliveries.remove(id);
      return log(`${name}: no longer wanted`);
    }
    const outcome = await attempt(delivery, endpoint, ports, stopping.signal);
    if (stopping.signal.aborted) return;
    const attempts = delivery.attempts + 1;
    const what = `${name}: attempt ${attempts}, ${outcome.how}`;
    const waitMs = outcome.is === 'failed' && outcome.mayBeRepeated ? WAITS_MS[delivery.attempts] : undefined;
    if (waitMs === undefined) {
      webhookDeliveries.remove(id);
      return log(outcome.is === 'delivered' ? what : `${what}, given up`);
    }
    webhookDeliveries.postpone(id, attempts, clock.now() + waitMs);
    log(`${what}, again in ${waitMs / 60_000} min`);
  }

  function wake() {
    if (stopping.signal.aborted) return;
    cancel();
    for (const delivery of webhookDeliveries.due(clock.now())) {
      const { endpoint_id } = delivery;
      if (busy.has(endpoint_id)) continue;
      busy.add(endpoint_id);
      deliver(delivery)
        .catch((error: unknown) => {
          // A bug of ours, and not one to stumble over again at every start.
          webhookDeliveries.remove(delivery.id);
          log(`webhook ${endpoint_id} failed: ${error instanceof Error ? error.message : String(error)}`);
        })
        .finally(() => {
          busy.delete(endpoint_id);
          wake();
        });
    }
    const nextAt = webhookDeliveries.nextAfter(clock.now());
    cancel = nextAt === undefined ? () => {} : clock.after(nextAt - clock.now(), wake);
  }

  wake();

  return {
    keep(account_id, event) {
      const body = JSON.stringify(event);
      for (const { id, enabled, event_types } of webhookEndpoints.list(account_id)) {
        if (!enabled || !event_types.includes(event.type)) continue;
        const next_at = clock.now();
        webhookDeliveries.add({
          account_id,
          endpoint_id: id,
          event_id: event.id,
          event_type: event.type,
          body,
          next_at,
        });
      }
    },
    wake,
    dispose() {
      cancel();
      stopping.abort();
    },
  };
}
