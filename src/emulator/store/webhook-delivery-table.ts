import type Database from 'libsql';
import { firstRow } from './database.ts';
import type { WEBHOOK_EVENT_TYPES } from './webhook-endpoint-table.ts';

/** An undelivered event for one endpoint. It is removed after a successful or final attempt. */
export interface WebhookDelivery {
  readonly id: number;
  readonly account_id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly event_type: (typeof WEBHOOK_EVENT_TYPES)[number];
  /** The exact body of the request. */
  readonly body: string;
  /** Number of failed attempts. */
  readonly attempts: number;
  /** Time of the next attempt, in milliseconds. */
  readonly next_at: number;
}

export function createWebhookDeliveryTable(db: Database.Database) {
  const write = db.prepare(`
    INSERT INTO webhook_deliveries (account_id, endpoint_id, event_id, event_type, body, attempts, next_at)
    VALUES (:account_id, :endpoint_id, :event_id, :event_type, :body, 0, :next_at)
  `);
  const readDue = db.prepare('SELECT * FROM webhook_deliveries WHERE next_at <= ? ORDER BY next_at, id');
  const readNext = db.prepare('SELECT min(next_at) AS next FROM webhook_deliveries WHERE next_at > ?');
  const writeAttempt = db.prepare('UPDATE webhook_deliveries SET attempts = ?, next_at = ? WHERE id = ?');
  const deleteRow = db.prepare('DELETE FROM webhook_deliveries WHERE id = ?');
  return {
    add: (delivery: Omit<WebhookDelivery, 'id' | 'attempts'>): void => void write.run(delivery),
    /** The due deliveries, the longest waiting first. */
    due: (now: number): readonly WebhookDelivery[] => readDue.all(now) as WebhookDelivery[],
    /** Time of the next delivery after `now`; undefined when there is none. */
    nextAfter: (now: number): number | undefined =>
      firstRow<{ next: number | null }>(readNext, now)?.next ?? undefined,
    postpone: (id: number, attempts: number, nextAt: number): void =>
      void writeAttempt.run(attempts, nextAt, id),
    remove: (id: number): void => void deleteRow.run(id),
  };
}
