import { useSignal } from '@preact/signals';

export interface AvatarProps {
  /** URL of the image, which may be loaded. */
  readonly source?: string | undefined;
  /** Shown without an image. Absent: the assistant's star. */
  readonly initial?: string | undefined;
}

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
