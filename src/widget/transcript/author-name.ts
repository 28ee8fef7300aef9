import type { Message } from '../../chat/model/model.ts';
import type { AuthorContext } from '../parts.ts';

/** Name of an author: the platform's, else the site's, else a neutral word (M-14.5). */
export function authorName(
  { author, person }: Pick<Message, 'author' | 'person'>,
  { chat, config, strings }: AuthorContext,
): string {
  const texts = strings.value;
  if (author === 'user') return texts.you;
  if (author === 'live-agent') return person.name ?? texts.liveAgent;
  return person.name ?? chat.agent.value?.name ?? config.value?.agent?.name ?? texts.agent;
}
