import { useSignal } from '@preact/signals';
import { imageAddress } from './addresses.ts';
import { Icon } from './icons.tsx';
import { useScope } from './scope.ts';

interface AvatarProps {
  readonly name?: string | undefined;
  /** An address that the platform named: it loads only from the site's own image hosts. */
  readonly url?: string | undefined;
  /** An address from the site's configuration. */
  readonly trusted?: string | undefined;
  readonly isPerson: boolean;
}

/** A picture, else, also where it cannot be loaded, the first letter of a person's name, else the assistant's sign. Says nothing: the name stands beside it. */
export function Avatar({ name, url, trusted, isPerson }: AvatarProps) {
  const { config } = useScope();
  const address = imageAddress(url ?? '');
  const isAllowed = address && config.value?.image_hosts?.includes(address.host);
  const source = isAllowed ? address.href : trusted;
  const broken = useSignal<string | undefined>(undefined);
  if (source && source !== broken.value)
    return (
      <img
        class="avatar"
        src={source}
        alt=""
        referrerpolicy="no-referrer"
        decoding="async"
        onError={() => {
          broken.value = source;
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
