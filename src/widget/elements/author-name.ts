import type { Message } from '../../chat/model/model.ts';
import { isAi } from '../../protocol/widget-config.ts';
import { interpolate } from '../../text/interpolate.ts';
import type { AuthorContext } from '../context/lazy-views.ts';
import type { WidgetContext } from '../context/widget-context.ts';

type Author = Pick<Message, 'author' | 'person'>;

/** Name of an author: the platform's, else the site's; undefined if neither has one. */
const knownName = ({ person }: Author, { chat, config }: AuthorContext) =>
  person.name ?? chat.agent.value?.name ?? config.value?.agent?.name;

/** Name of an author: the platform's, else the site's, else a neutral word (M-14.5). */
export function authorName(of: Author, context: AuthorContext): string {
  const texts = context.strings.value;
  if (of.author === 'user') return texts.you;
  if (of.author === 'live-agent') return of.person.name ?? texts.liveAgent;
  return knownName(of, context) ?? texts.agent;
}

/** Label of an author whose name does not show the role: a machine, or a person of the site. */
export function authorKind(of: Author, context: AuthorContext): string | undefined {
  const texts = context.strings.value;
  if (of.author === 'live-agent') return of.person.name === undefined ? undefined : texts.liveAgent;
  return of.author === 'agent' && isAi(context.config.value) ? texts.aiAssistant : undefined;
}

/** Parts of the name above a message. The first answer of a conversation also says that it is a machine's. */
export function namesAbove(message: Author & Pick<Message, 'id'>, context: WidgetContext): readonly string[] {
  const isFirst = message.author === 'agent' && context.firstAnswer.value === message.id;
  const kind = isFirst ? authorKind(message, context) : undefined;
  if (kind === undefined) return [authorName(message, context)];
  return [knownName(message, context), kind].filter((part) => part !== undefined);
}

/** The same for assistive technology, read before the message. */
export const saidBy = (message: Author & Pick<Message, 'id'>, context: WidgetContext): string =>
  interpolate(context.strings.value.said, { name: namesAbove(message, context).join(', ') });
