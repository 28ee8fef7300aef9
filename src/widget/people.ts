import type { Message } from '../chat/model.ts';
import type { Scope } from './scope.ts';

/** How an author is called: by the platform's name for them, the site's, or a neutral word (spec messaging §14). */
export function nameOf({ author, person }: Pick<Message, 'author' | 'person'>, scope: Scope): string {
  const words = scope.strings.value;
  if (author === 'user') return words.you;
  if (author === 'live-agent') return person.name ?? words.liveAgent;
  return person.name ?? scope.chat.agent.value?.name ?? scope.config.value?.agent?.name ?? words.agent;
}
