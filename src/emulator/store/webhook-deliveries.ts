import type Database from 'libsql';
import type { EVENT_TYPES } from './webhook-endpoints.ts';

/** An event on its way to one endpoint; it is gone once it has arrived or is given up. */
export interface WebhookDelivery {
  readonly id: number;
  readonly account_id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly event_type: (typeof EVENT_TYPES)[number];
  /** As it is sent, byte for byte. */
  readonly body: string;
  /** How many have failed. */
  readonly attempts: number;
  /** When the next attempt is due, in milliseconds. */
  readonly next_at: number;
}

export interface WebhookDeliveries {
  add(delivery: Omit<WebhookDelivery, 'id' | 'attempts'>): void;
  /** Those whose time has come, the one that waits longest first. */
  due(now: number): readonly WebhookDelivery[];
  /** When the next one is due after `now`; undefined when none is. */
  nextAfter(now: number): number | undefined;
  postpone(id: number, attempts: number, nextAt: number): void;
  remove(id: number): void;
}

export function createWebhookDeliveries(db: Database.Database): WebhookDeliveries {
  const write = db.prepare(`
    INSERT INTO webhook_deliveries (account_id, endpoint_id, event_id, event_type, body, attempts, next_at)
    VALUES (?, ?, ?, ?, ?, 0, ?)
  `);
  const readDue = db.prepare('SELECT * FROM webhook_deliveries WHERE next_at <= ? ORDER BY next_at, id');
  const readNext = db.prepare('SELECT min(next_at) AS next FROM webhook_deliveries WHERE next_at > ?');
  const writeAttempt = db.prepare('UPDATE webhook_deliveries SET attempts = ?, next_at = ? WHERE id = ?');
  const erase = db.prepare('DELETE FROM webhook_deliveries WHERE id = ?');
  return {
    add: (it) =>
      void write.run(it.account_id, it.endpoint_id, it.event_id, it.event_type, it.body, it.next_at),
    due: (now) => readDue.all(now) as WebhookDelivery[],
    nextAfter: (now) => (readNext.get(now) as { next: number | null }).next ?? undefined,
    postpone: (id, attempts, nextAt) => void writeAttempt.run(attempts, nextAt, id),
    remove: (id) => void erase.run(id),
  };
}
