import type Database from 'libsql';
import { firstRow } from './database.ts';

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

/** Webhook endpoints. Fields are spelled as their columns and as in REST answers. */
export interface WebhookEndpointTable {
  /** The endpoints of an account, oldest first. */
  list(accountId: string): readonly WebhookEndpoint[];
  get(accountId: string, id: string): WebhookEndpoint | undefined;
  /** Inserts or replaces an endpoint. Undelivered events of a disabled endpoint are deleted. */
  put(endpoint: WebhookEndpoint): void;
  /** Deletes an endpoint and its undelivered events. */
  delete(id: string): void;
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

export function createWebhookEndpointTable(db: Database.Database): WebhookEndpointTable {
  const readAll = db.prepare('SELECT * FROM webhook_endpoints WHERE account_id = ? ORDER BY rowid');
  const read = db.prepare('SELECT * FROM webhook_endpoints WHERE account_id = ? AND id = ?');
  const write = db.prepare(`
    INSERT INTO webhook_endpoints (
      id, account_id, name, url, enabled, event_types, headers, timeout_ms, signing_secret, created_at, updated_at
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (id) DO UPDATE SET
      name = excluded.name, url = excluded.url, enabled = excluded.enabled, event_types = excluded.event_types,
      headers = excluded.headers, timeout_ms = excluded.timeout_ms, signing_secret = excluded.signing_secret,
      updated_at = excluded.updated_at
  `);
  const remove = db.prepare('DELETE FROM webhook_endpoints WHERE id = ?');
  const dropDeliveries = db.prepare('DELETE FROM webhook_deliveries WHERE endpoint_id = ?');
  return {
    list: (accountId) => (readAll.all(accountId) as Row[]).map(endpointOf),
    get(accountId, id) {
      const row = firstRow<Row>(read, accountId, id);
      return row && endpointOf(row);
    },
    put: db.transaction((it: WebhookEndpoint) => {
      if (!it.enabled) dropDeliveries.run(it.id);
      write.run(
        it.id,
        it.account_id,
        it.name,
        it.url,
        it.enabled ? 1 : 0,
        JSON.stringify(it.event_types),
        JSON.stringify(it.headers),
        it.timeout_ms,
        it.signing_secret,
        it.created_at,
        it.updated_at,
      );
    }),
    delete: db.transaction((id: string) => {
      dropDeliveries.run(id);
      remove.run(id);
    }),
  };
}
