import type { Message } from '../../chat/model.ts';
import type { Scope } from '../scope.ts';

/** Name of an author: the platform's, else the site's, else a neutral word (M-14.5). */
export function authorName({ author, person }: Pick<Message, 'author' | 'person'>, scope: Scope): string {
  const texts = scope.strings.value;
  if (author === 'user') return texts.you;
  if (author === 'live-agent') return person.name ?? texts.liveAgent;
  return person.name ?? scope.chat.agent.value?.name ?? scope.config.value?.agent?.name ?? texts.agent;
}
