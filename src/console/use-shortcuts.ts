import { useLayoutEffect } from 'preact/hooks';
import { useServices } from './services.ts';
import type { ShortcutActions } from './shortcuts.ts';

/** Gives keys their meaning while the component is mounted. */
export function useShortcuts(actions: ShortcutActions): void {
  const { shortcuts } = useServices();
  useLayoutEffect(() => {
    shortcuts.add(actions);
    return () => void shortcuts.delete(actions);
  });
}
