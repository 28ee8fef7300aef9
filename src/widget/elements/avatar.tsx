import { useSignal } from '@preact/signals';
import type { WidgetConfig } from '../../protocol/widget-config.ts';
import type { AvatarProps } from '../context/lazy-views.ts';

/** The site's image of its agent, equal in all places. */
export const agentImage = (config: WidgetConfig | null): string | undefined =>
  config?.agent?.avatar ?? config?.header.image;

/** Round image. Hidden from assistive technology, because the name stands beside it. */
export function Avatar({ source, initial }: AvatarProps) {
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
  return (
    <span class="avatar" aria-hidden="true">
      {initial}
    </span>
  );
}
