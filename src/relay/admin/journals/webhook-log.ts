import * as z from 'zod';
import type { ListBounds } from '../../store/store.ts';
import { createRecordList, type PageQuery, type RecordListPorts } from './record-list.ts';

/** A received webhook with a valid signature. */
export const receivedWebhook = z.object({
  time: z.iso.datetime(),
  name: z.string().describe('The name of the webhook in `FOYER_WEBHOOK_SECRETS`.'),
  id: z.nullable(z.string()).describe('The id of the event; null if it has none.'),
  type: z.string().describe('`unknown` if the event names none.'),
  signed_with: z
    .enum(['current', 'previous'])
    .describe('The secret of the signature. Webhooks without a valid one are only counted.'),
  bytes: z.int().describe('Size of the body.'),
  body: z.nullable(z.looseObject({})).describe('null if it is larger than 8 KB. It was passed on anyway.'),
});
export type ReceivedWebhook = z.output<typeof receivedWebhook>;

/** The beginning of the known webhooks, if the log is younger than its limit. */
export const webhooksKnownSince = z
  .nullable(z.iso.datetime())
  .describe('The start of the relay, if its store is in memory; null: the store is persistent.');

/** Filter of webhooks. */
export interface WebhookFilter extends PageQuery {
  readonly name?: string | undefined;
  readonly type?: string | undefined;
}

export type WebhookLog = ReturnType<typeof createWebhookLog>;

const BOUNDS: ListBounds = { name: 'webhook-events', maxEntries: 1_000, maxAgeMs: 90 * 86_400_000 };
/** All entries together stay below 9 MB. */
const MAX_BODY_BYTES = 8 * 1_024;

interface WebhookLogPorts extends RecordListPorts {
  /** The store loses its data when the relay ends. */
  readonly isInMemory: boolean;
}

/** Records the latest webhooks in the store, and counts refused ones. */
export function createWebhookLog({ isInMemory, ...ports }: WebhookLogPorts) {
  const list = createRecordList(receivedWebhook, BOUNDS, ports);
  const since = ports.clock.now();
  let count = 0;

  return {
    /** The beginning of the known webhooks; undefined: as long as they are kept. */
    knownSince: isInMemory ? since : undefined,
    /** Never throws: the webhook is already passed on. */
    record: ({ body, ...rest }: Omit<ReceivedWebhook, 'time'>): void =>
      list.record({ ...rest, body: rest.bytes <= MAX_BODY_BYTES ? body : null }),
    read: ({ name, type, ...page }: WebhookFilter) =>
      list.read(
        (entry) => (name === undefined || entry.name === name) && (type === undefined || entry.type === type),
        page,
      ),
    /** Counts a webhook without a valid signature. */
    refuse(): void {
      count += 1;
    },
    /** The number of refused webhooks at this relay, and the beginning of the count. */
    refused: () => ({ count, since }),
  };
}
