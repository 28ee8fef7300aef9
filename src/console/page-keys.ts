import { useLayoutEffect } from 'preact/hooks';
import type { PageKeyActions } from './keys.ts';
import { useServices } from './services.ts';

/** Gives keys their meaning while the component is mounted. */
export function usePageKeys(actions: PageKeyActions): void {
  const { pageKeys } = useServices();
  useLayoutEffect(() => {
    pageKeys.add(actions);
    return () => void pageKeys.delete(actions);
  });
}
