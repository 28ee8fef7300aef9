import type { Message } from '../../chat/model.ts';
import { useScope } from '../scope.ts';
import { Avatar } from '../shell/avatar.tsx';
import { imageUrl } from '../text/urls.ts';

/** Initial of a person; undefined without a name. */
export const initialOf = (name: string | undefined): string | undefined =>
  [...(name?.trim() ?? '')][0]?.toUpperCase();

/**
 * Image of the author of an answer: the platform's, which loads only from the image hosts of the site's configuration, else the
 * site's own. Without one, or if it cannot be loaded: the initial of a person, or the assistant's icon.
 */
export function AuthorAvatar({
  author: { author, person },
  name,
}: {
  readonly author: Pick<Message, 'author' | 'person'>;
  readonly name: string;
}) {
  const { chat, config } = useScope();
  const isAgent = author === 'agent';
  const url = person.avatarUrl ?? (isAgent ? chat.agent.value?.avatarUrl : undefined);
  const remote = url ? imageUrl(url) : undefined;
  const isAllowed = remote && config.value?.image_hosts?.includes(remote.host);
  return (
    <Avatar
      source={isAllowed ? remote.href : isAgent ? config.value?.agent?.avatar : undefined}
      initial={isAgent ? undefined : initialOf(name)}
    />
  );
}
