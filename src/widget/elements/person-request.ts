import { type Signal, signal } from '@preact/signals';
import { NO_CONFIG } from '../../protocol/widget-config.ts';
import type { ShownChat, WidgetContext } from '../context/widget-context.ts';
import { textForLocale } from '../locales/text-for-locale.ts';

/** Id of the message with which the visitor last asked for a person, by conversation. */
const requests = new WeakMap<ShownChat, Signal<string | null>>();

function requestOf(chat: ShownChat): Signal<string | null> {
  const request = requests.get(chat) ?? signal(null);
  requests.set(chat, request);
  return request;
}

/** True from the visitor's request for a person until the first answer, a notice of a handoff, or the end. */
export function isPersonAwaited(chat: ShownChat): boolean {
  const id = requestOf(chat).value;
  const order = chat.order.value;
  const index = id === null ? -1 : order.indexOf(id);
  if (index < 0 || chat.connection.value === 'ended') return false;
  return order.slice(index).every((entryId) => {
    const entry = chat.entry(entryId).value;
    return (
      entry?.kind === 'message' && entry.author === 'user' && (entryId !== id || entry.delivery !== 'failed')
    );
  });
}

/** True while the visitor waits for a person or talks to one. */
export const isHandoffUnderWay = (chat: ShownChat): boolean =>
  ['requested', 'queued', 'live'].includes(chat.handoff.value) || isPersonAwaited(chat);

/** The site's words for asking for a person; undefined while that is not offered. */
export function personRequestText({ chat, config, locale }: WidgetContext): string | undefined {
  const { talk_to_a_person: offer, default_locale: fallback = '' } = config.value ?? NO_CONFIG;
  if (!offer || isHandoffUnderWay(chat) || chat.connection.value === 'ended') return undefined;
  return textForLocale(offer.text, locale.value, fallback);
}

/** Returns true once after a request for a person: the visitor has heard about the search already. */
export function consumeRequest(chat: ShownChat): boolean {
  const request = requestOf(chat);
  const isTaken = request.peek() !== null;
  request.value = null;
  return isTaken;
}

/** Sends the words as the visitor's message. The header shows the wait at once. */
export function requestPerson({ chat, send, strings, ui }: WidgetContext, words: string): void {
  if (!send(words)) return;
  requestOf(chat).value = chat.order.peek().at(-1) ?? null;
  ui.announcement.value = strings.peek().waiting;
}
