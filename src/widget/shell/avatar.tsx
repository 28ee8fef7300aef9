import { useSignal } from '@preact/signals';
import { useScope } from '../scope.ts';
import { imageUrl } from '../text/urls.ts';
import { Icon } from './icons.tsx';

interface AvatarProps {
  readonly name?: string | undefined;
  /** URL from the platform. It loads only from the image hosts of the site's configuration. */
  readonly url?: string | undefined;
  /** URL from the site's configuration. Loads from any host. */
  readonly configuredUrl?: string | undefined;
  readonly isPerson: boolean;
}

/**
 * Image of an author. Without one, or if it cannot be loaded: the initial of a person, or the assistant's icon. Hidden from
 * assistive technology, because the name stands beside it.
 */
export function Avatar({ name, url, configuredUrl, isPerson }: AvatarProps) {
  const { config } = useScope();
  const remote = url ? imageUrl(url) : undefined;
  const isAllowed = remote && config.value?.image_hosts?.includes(remote.host);
  const source = isAllowed ? remote.href : configuredUrl;
  const failed = useSignal<string | undefined>(undefined);
  if (source && source !== failed.value)
    return (
      <img
        class="avatar"
        src={source}
        alt=""
        referrerpolicy="no-referrer"
        decoding="async"
        onError={() => {
          failed.value = source;
        }}
      />
    );
  const [initial] = name?.trim() ?? '';
  return (
    <span class="avatar" aria-hidden="true">
      {isPerson && initial ? initial.toUpperCase() : <Icon name="agent" />}
    </span>
  );
}
