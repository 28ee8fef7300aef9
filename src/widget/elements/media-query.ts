import { type ReadonlySignal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';

/** Signal that is true while a media query matches. */
export function useMediaQuery(query: string): ReadonlySignal<boolean> {
  const [list, matches] = useMemo(() => {
    const media = matchMedia(query);
    return [media, signal(media.matches)] as const;
  }, [query]);
  useEffect(() => {
    const update = () => {
      matches.value = list.matches;
    };
    list.addEventListener('change', update);
    return () => list.removeEventListener('change', update);
  }, [list, matches]);
  return matches;
}
