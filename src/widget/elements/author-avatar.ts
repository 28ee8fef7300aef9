import type { Message } from '../../chat/model/model.ts';
import { imageUrl } from '../../text/urls.ts';
import type { AuthorContext, AvatarProps } from '../context/lazy-views.ts';
import { authorName } from './author-name.ts';
import { agentImage } from './avatar.tsx';

/** First letter or digit: one character of a flag or of joined emoji is another picture, or none. */
const initialOf = (name: string): string | undefined => /[\p{L}\p{N}]/u.exec(name)?.[0].toUpperCase();

/**
 * Image of the author of an answer: the platform's, loaded only from the image hosts of the site's configuration, else the
 * site's own. Without one, or if it cannot be loaded: the initial of a person, or the assistant's icon.
 */
export function avatarOf(of: Pick<Message, 'author' | 'person'>, context: AuthorContext): AvatarProps {
  const { chat, config } = context;
  const isAgent = of.author === 'agent';
  const url = of.person.avatarUrl ?? (isAgent ? chat.agent.value?.avatarUrl : undefined);
  const remote = url ? imageUrl(url) : undefined;
  const isAllowed = remote && config.value?.image_hosts?.includes(remote.host);
  return {
    source: isAllowed ? remote.href : isAgent ? agentImage(config.value) : undefined,
    initial: isAgent ? undefined : initialOf(authorName(of, context)),
  };
}
