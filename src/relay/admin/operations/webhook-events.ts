import * as z from 'zod';
import { ok } from '../../../base/result.ts';
import { moment, whole } from '../../../platform/fields.ts';
import { LIST_POSITION } from '../../store/store.ts';
import { operation } from '../operation.ts';
import { receivedWebhook, type WebhookLog } from '../webhook-log.ts';

const word = z.string().min(1).max(200);
const milliseconds = (text: string | undefined) => (text === undefined ? undefined : Date.parse(text));

/** The operation that lists the webhooks that the relays have received. */
export const webhookEvents = (webhooks: WebhookLog) =>
  operation({
    id: 'listWebhookEvents',
    answeredBy: 'relay',
    tag: 'Events',
    summary: 'The latest 1,000 webhooks that were received with a valid signature',
    method: 'GET',
    path: '/webhook-events',
    scopes: ['read'],
    query: z.object({
      name: z.optional(word.meta({ description: 'Only webhooks of this name.' })),
      type: z.optional(
        word.meta({ description: 'Only events of this type.', examples: ['alerts.triggered'] }),
      ),
      start_time: z.optional(moment.meta({ description: 'Webhooks at this time or later.' })),
      end_time: z.optional(moment.meta({ description: 'Webhooks before this time.' })),
      limit: z.prefault(whole(1, 1_000).meta({ description: 'Most webhooks of the answer.' }), 100),
      cursor: z.optional(z.string().regex(LIST_POSITION).meta({ description: 'From the previous page.' })),
    }),
    status: 200,
    answer: z.object({
      events: z.array(receivedWebhook).meta({ description: 'The newest first.' }),
      cursor: z.nullable(z.string()).meta({ description: 'For the next page; null after the last one.' }),
      refused: z.object({ count: z.int(), since: z.iso.datetime() }).meta({
        description: 'Webhooks without a valid signature, at the relay that answers, since its start.',
      }),
    }),
    async perform({ query: { name, type, start_time, end_time, limit, cursor } }) {
      const filter = { name, type, from: milliseconds(start_time), to: milliseconds(end_time) };
      const page = await webhooks.read(filter, limit, cursor);
      const { count, since } = webhooks.refused();
      return ok(
        Response.json({
          events: page.events,
          cursor: page.cursor ?? null,
          refused: { count, since: new Date(since).toISOString() },
        }),
      );
    },
  });
