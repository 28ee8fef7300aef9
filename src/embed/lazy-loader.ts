import { type ReadonlySignal, signal } from '@preact/signals';
import type { LazyViews } from '../widget/context/lazy-views.ts';
import { adoptStyleSheet } from './style-sheet.ts';

export interface LazyLoader {
  /** Parts that load after the panel; null until they have loaded. */
  readonly lazy: ReadonlySignal<LazyViews | null>;
  /** Loads the parts once. A call after a failed one retries. */
  loadLazy(): Promise<LazyViews | null>;
}

export function createLazyLoader(
  importLazy: () => Promise<LazyViews>,
  root: ShadowRoot,
  abort: AbortSignal,
): LazyLoader {
  const lazy = signal<LazyViews | null>(null);
  return {
    lazy,
    loadLazy: () =>
      importLazy().then(
        (parts) => {
          if (!lazy.peek() && !abort.aborted) {
            adoptStyleSheet(root, parts.css);
            lazy.value = parts;
          }
          return lazy.peek();
        },
        () => null,
      ),
  };
}
