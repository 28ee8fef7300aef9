import type Database from 'libsql';
import { firstRow, insertInto } from './database.ts';

export const WEBHOOK_EVENT_TYPES = ['alerts.triggered', 'alerts.resolved'] as const;

/** Times are milliseconds. */
export interface WebhookEndpoint {
  readonly id: string;
  readonly account_id: string;
  readonly name: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly event_types: readonly (typeof WEBHOOK_EVENT_TYPES)[number][];
  readonly headers: Readonly<Record<string, string>>;
  readonly timeout_ms: number;
  /** Stored in plain text, because deliveries are signed with it. */
  readonly signing_secret: string;
  readonly created_at: number;
  readonly updated_at: number;
}

type Row = Omit<WebhookEndpoint, 'enabled' | 'event_types' | 'headers'> & {
  readonly enabled: number;
  readonly event_types: string;
  readonly headers: string;
};
const endpointOf = (row: Row): WebhookEndpoint => ({
  ...row,
  enabled: row.enabled === 1,
  event_types: JSON.parse(row.event_types),
  headers: JSON.parse(row.headers),
});

const COLUMNS =
  'id, account_id, name, url, enabled, event_types, headers, timeout_ms, signing_secret, created_at, updated_at';

/** Webhook endpoints. Fields are spelled as their columns and as in REST answers. */
export function createWebhookEndpointTable(db: Database.Database) {
  const readAll = db.prepare('SELECT * FROM webhook_endpoints WHERE account_id = ? ORDER BY rowid');
  const read = db.prepare('SELECT * FROM webhook_endpoints WHERE account_id = ? AND id = ?');
  const write = db.prepare(`
    ${insertInto('webhook_endpoints', COLUMNS)}
    ON CONFLICT (id) DO UPDATE SET
      name = :name, url = :url, enabled = :enabled, event_types = :event_types, headers = :headers,
      timeout_ms = :timeout_ms, signing_secret = :signing_secret, updated_at = :updated_at
  `);
  const remove = db.prepare('DELETE FROM webhook_endpoints WHERE id = ?');
  const dropDeliveries = db.prepare('DELETE FROM webhook_deliveries WHERE endpoint_id = ?');
  return {
    /** The endpoints of an account, oldest first. */
    list: (accountId: string): readonly WebhookEndpoint[] =>
      (readAll.all(accountId) as Row[]).map(endpointOf),
    get(accountId: string, id: string): WebhookEndpoint | undefined {
      const row = firstRow<Row>(read, accountId, id);
      return row && endpointOf(row);
    },
    /** Inserts or replaces an endpoint. Undelivered events of a disabled endpoint are deleted. */
    put: (endpoint: WebhookEndpoint): void =>
      db.transaction(() => {
        if (!endpoint.enabled) dropDeliveries.run(endpoint.id);
        write.run({
          ...endpoint,
          enabled: Number(endpoint.enabled),
          event_types: JSON.stringify(endpoint.event_types),
          headers: JSON.stringify(endpoint.headers),
        });
      })(),
    /** Deletes an endpoint and its undelivered events. */
    delete: (id: string): void =>
      db.transaction(() => {
        dropDeliveries.run(id);
        remove.run(id);
      })(),
  };
}
