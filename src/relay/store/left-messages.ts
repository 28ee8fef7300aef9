import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import type { Clock } from '../../base/clock.ts';
import { type LeftMessage, MESSAGE_REASONS } from '../../protocol/left-message.ts';
import type { KeyValue, ListBounds, Lists } from './store.ts';

/** `new`: not delivered yet; `failed`: the last attempt failed. */
const MESSAGE_STATES = ['new', 'delivered', 'failed'] as const;

/** A message that a visitor left, and its delivery to the site's webhook. */
export const keptMessage = z.object({
  id: z.string(),
  time: z.iso.datetime(),
  contact: z.nullable(z.string()),
  text: z.nullable(z.string()),
  reason: z.nullable(z.enum(MESSAGE_REASONS)),
  state: z.enum(MESSAGE_STATES),
  /** Status or kind of the last failure. */
  failure: z.nullable(z.string()),
  next_attempt: z.nullable(z.iso.datetime()),
});
export type KeptMessage = z.output<typeof keptMessage>;

export interface MessagePage {
  /** The newest first. */
  readonly messages: readonly KeptMessage[];
  /** null after the last page. */
  readonly cursor: string | null;
}

export const MAX_MESSAGES = 2_000;
export const KEPT_DAYS = 30;
const KEPT_MS = KEPT_DAYS * 86_400_000;
/** The list has ids only, so that a message can be removed. */
const BOUNDS: ListBounds = { name: 'left-messages', maxEntries: MAX_MESSAGES, maxAgeMs: KEPT_MS };
/** Ids to read at once. */
const BATCH = 100;

/** Keeps messages for 30 days, or until they are removed. The newest ones displace the oldest. */
export function createMessageStore({
  store,
  clock,
}: {
  readonly store: KeyValue & Lists;
  readonly clock: Pick<Clock, 'now'>;
}) {
  const list = store.list(BOUNDS);
  const keyOf = (id: string) => `left-message:${id}`;
  const put = (message: KeptMessage) =>
    store.put(keyOf(message.id), JSON.stringify(message), Date.parse(message.time) + KEPT_MS);

  async function read(id: string): Promise<KeptMessage | undefined> {
    const text = await store.get(keyOf(id));
    return text === undefined ? undefined : keptMessage.safeParse(parseJson(text)).data;
  }

  return {
    async add({ contact, text, reason }: LeftMessage): Promise<KeptMessage> {
      const time = new Date(clock.now()).toISOString();
      const message: KeptMessage = {
        id: crypto.randomUUID(),
        time,
        contact,
        text,
        reason: reason ?? null,
        state: 'new',
        failure: null,
        next_attempt: time,
      };
      await put(message);
      await list.append(message.id);
      return message;
    },
    /** Replaces a message, unless it was removed. */
    async update(message: KeptMessage): Promise<void> {
      if ((await store.get(keyOf(message.id))) !== undefined) await put(message);
    },
    /** Reads at least `limit` messages, unless there are fewer. */
    async read(limit: number, cursor?: string): Promise<MessagePage> {
      const messages: KeptMessage[] = [];
      let position = cursor;
      for (;;) {
        const count = Math.min(BATCH, limit - messages.length);
        const batch = await list.readPage(count, position);
        const found = await Promise.all(batch.map(({ value }) => read(value)));
        messages.push(...found.filter((message) => message !== undefined));
        position = batch.at(-1)?.position;
        if (batch.length < count || position === undefined) return { messages, cursor: null };
        if (messages.length >= limit) return { messages, cursor: position };
      }
    },
    /** Removes a message. False: there is none. */
    remove: async (id: string): Promise<boolean> => (await store.take(keyOf(id))) !== undefined,
    /** True for one of several relays that are about to deliver a message for the same time. */
    claimAttempt: ({ id, next_attempt }: KeptMessage): Promise<boolean> =>
      store.claim(`left-message-attempt:${id}/${next_attempt}`, '1', clock.now() + ATTEMPT_CLAIM_MS),
  };
}

/** After this time another relay takes over an attempt whose relay has ended. */
const ATTEMPT_CLAIM_MS = 10 * 60_000;
