import * as z from 'zod';
import { err, ok } from '../../../base/result.ts';
import { whole } from '../../../platform/fields.ts';
import type { LeftMessages } from '../../site/left-messages.ts';
import { KEPT_DAYS, keptMessage, MAX_MESSAGES } from '../../store/left-messages.ts';
import { LIST_POSITION } from '../../store/store.ts';
import { okJson, operation, READS_RELAY } from '../api/operation.ts';

export interface MessagePorts {
  readonly leftMessages: Pick<LeftMessages, 'isOn' | 'kept'>;
}

const { shape } = keptMessage;
const listed = z.object({
  ...shape,
  contact: shape.contact.describe('null for a key without the scope `pii`.'),
  text: shape.text.describe('null for a key without the scope `pii`.'),
  reason: shape.reason.describe('The obstacle to an answer; null: not named.'),
  state: shape.state.describe('Delivery to the webhook. `failed`: the last attempt failed.'),
  failure: shape.failure.describe('Status or kind of the last failure.'),
  next_attempt: shape.next_attempt.describe(
    'null: delivered, or given up after three days. Without a webhook there is no attempt.',
  ),
});

/** Operations on the messages that visitors left (M-14.19). */
export const messageOperations = ({ leftMessages }: MessagePorts) => [
  operation({
    ...READS_RELAY,
    id: 'listMessages',
    tag: 'Messages',
    summary: 'Messages that visitors left, the newest first',
    path: '/messages',
    about: 'nothing',
    hiddenWithoutPii: ['contact', 'text'],
    query: z.object({
      limit: z.prefault(whole(1, 200).describe('Maximum number of messages in the answer.'), 100),
      cursor: z.optional(z.string().regex(LIST_POSITION).describe('From the previous page.')),
    }),
    answer: z.object({
      is_on: z.boolean().describe('The site takes messages: `messages` of the branding file.'),
      messages: z
        .array(listed)
        .describe(`Kept for ${KEPT_DAYS} days or until they are removed, at most ${MAX_MESSAGES}.`),
      cursor: z.nullable(z.string()).describe('For the next page; null after the last one.'),
    }),
    async perform({ query: { limit, cursor } }) {
      return okJson({ is_on: leftMessages.isOn, ...(await leftMessages.kept.read(limit, cursor)) });
    },
  }),
  operation({
    id: 'deleteMessage',
    tag: 'Messages',
    summary: 'Deletes a message, for example once it was answered',
    method: 'DELETE',
    path: '/messages/{message_id}',
    scopes: ['write'],
    about: 'nothing',
    answeredBy: 'relay',
    params: z.object({ message_id: z.uuid() }),
    status: 204,
    async perform({ params: { message_id } }) {
      if (!(await leftMessages.kept.remove(message_id))) return err({ failed: 'not-found' });
      return ok(new Response(null, { status: 204 }));
    },
  }),
];
