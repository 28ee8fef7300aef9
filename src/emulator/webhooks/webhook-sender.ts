import type { Store } from '../store/store.ts';
import type { WebhookDelivery } from '../store/webhook-delivery-table.ts';
import { type AttemptPorts, sendAttempt } from './send-attempt.ts';

export interface WebhookSenderPorts extends AttemptPorts {
  readonly store: Pick<Store, 'webhookEndpoints' | 'webhookDeliveries'>;
  log(line: string): void;
}

/** An event for webhook endpoints. */
export interface WebhookEvent {
  readonly id: string;
  readonly type: WebhookDelivery['event_type'];
  readonly created_at: string;
  readonly data: unknown;
}

/** delays between attempts. */
const RETRY_DELAYS_MS = [1, 5, 15, 60, 240].map((minutes) => minutes * 60_000);

/** Queue that delivers events to webhook endpoints at least once and in no guaranteed order. */
export function createWebhookSender(ports: WebhookSenderPorts) {
  const { clock, log } = ports;
  const { webhookEndpoints, webhookDeliveries } = ports.store;
  const stopping = new AbortController();
  /** Endpoints with a request in progress. Each endpoint gets one request at a time. */
  const busyEndpoints = new Set<string>();
  let cancel = () => {};

  async function deliver(delivery: WebhookDelivery) {
    const { id, account_id, endpoint_id, event_id, event_type } = delivery;
    const name = `webhook ${endpoint_id} ${event_type} ${event_id}`;
    const endpoint = webhookEndpoints.get(account_id, endpoint_id);
    if (!endpoint?.enabled || !endpoint.event_types.includes(event_type)) {
      webhookDeliveries.remove(id);
      return log(`${name}: no longer wanted`);
    }
    const outcome = await sendAttempt(delivery, endpoint, ports, stopping.signal);
    if (stopping.signal.aborted) return;
    const attempts = delivery.attempts + 1;
    const what = `${name}: attempt ${attempts}, ${outcome.detail}`;
    const waitMs =
      outcome.status === 'failed' && outcome.isRetryable ? RETRY_DELAYS_MS[delivery.attempts] : undefined;
    if (waitMs === undefined) {
      webhookDeliveries.remove(id);
      return log(outcome.status === 'delivered' ? what : `${what}, given up`);
    }
    webhookDeliveries.postpone(id, attempts, clock.now() + waitMs);
    log(`${what}, again in ${waitMs / 60_000} min`);
  }

  function wake() {
    if (stopping.signal.aborted) return;
    cancel();
    for (const delivery of webhookDeliveries.due(clock.now())) {
      const { endpoint_id } = delivery;
      if (busyEndpoints.has(endpoint_id)) continue;
      busyEndpoints.add(endpoint_id);
      deliver(delivery)
        .catch((error: unknown) => {
          // A bug: the delivery is dropped so that it does not fail again at every start.
          webhookDeliveries.remove(delivery.id);
          log(`webhook ${endpoint_id} failed: ${error instanceof Error ? error.message : String(error)}`);
        })
        .finally(() => {
          busyEndpoints.delete(endpoint_id);
          wake();
        });
    }
    const nextAt = webhookDeliveries.nextAfter(clock.now());
    cancel = nextAt === undefined ? () => {} : clock.after(nextAt - clock.now(), wake);
  }

  wake();

  return {
    /** Stores an event for every enabled endpoint that subscribes to its type. Stored events survive a restart. */
    enqueue(account_id: string, event: WebhookEvent): void {
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
    /** Sends all due events. */
    wake,
    /** Idempotent. Interrupted deliveries are sent again after the next start. */
    dispose(): void {
      cancel();
      stopping.abort();
    },
  };
}
