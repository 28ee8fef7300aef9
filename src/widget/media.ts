import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';

/** Whether a media query holds, now and later. */
export function useMedia(query: string): ReadonlySignal<boolean> {
  const [list, holds] = useMemo(() => {
    const media = matchMedia(query);
    return [media, signal(media.matches)] as const;
  }, [query]);
  useEffect(() => {
    const update = () => {
      holds.value = list.matches;
    };
    list.addEventListener('change', update);
    return () => list.removeEventListener('change', update);
  }, [list, holds]);
  return holds;
}
