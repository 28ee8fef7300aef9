import * as z from 'zod';
import { okJson, operation, READS_RELAY } from '../api/operation.ts';
import { maskNumbers } from '../journals/mask-numbers.ts';
import { nextCursor, pageQuery } from '../journals/record-list.ts';
import { receivedWebhook, type WebhookLog, webhooksKnownSince } from '../journals/webhook-log.ts';

const word = z.string().min(1).max(200);

/** The operation that lists received webhooks. */
export const webhookEvents = (webhooks: WebhookLog) =>
  operation({
    ...READS_RELAY,
    id: 'listWebhookEvents',
    tag: 'Events',
    summary: 'The latest 1,000 received webhooks with a valid signature',
    path: '/webhook-events',
    query: z.object({
      name: z.optional(word.describe('Only webhooks of this name.')),
      type: z.optional(
        word.meta({ description: 'Only events of this type.', examples: ['alerts.triggered'] }),
      ),
      ...pageQuery('webhooks', 1_000),
    }),
    answer: z.object({
      events: z.array(receivedWebhook).describe('The newest first.'),
      cursor: nextCursor,
      known_since: webhooksKnownSince,
      refused: z
        .object({ count: z.int(), since: z.iso.datetime() })
        .describe('Webhooks without a valid signature at the answering relay, since its start.'),
    }),
    async perform({ query, seesPersonalData }) {
      const { entries, cursor } = await webhooks.read(query);
      const { count, since } = webhooks.refused();
      return okJson({
        // The body may contain anything.
        events: seesPersonalData
          ? entries
          : entries.map((event) => ({ ...event, body: maskNumbers(event.body) })),
        cursor,
        known_since: webhooks.knownSince === undefined ? null : new Date(webhooks.knownSince).toISOString(),
        refused: { count, since: new Date(since).toISOString() },
      });
    },
  });
