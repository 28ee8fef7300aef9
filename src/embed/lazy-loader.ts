import { type ReadonlySignal, signal } from '@preact/signals';
import { nextTask } from './next-task.ts';
import { adoptStyleSheet } from './style-sheet.ts';

export interface LazyLoader<Views> {
  /** Parts that load after the panel; null until they have loaded. */
  readonly views: ReadonlySignal<Views | null>;
  /** Loads the parts once. A call after a failed one retries. */
  load(): Promise<Views | null>;
}

export function createLazyLoader<Views extends { readonly css: string }>(
  importViews: () => Promise<Views>,
  root: ShadowRoot,
  abort: AbortSignal,
): LazyLoader<Views> {
  const views = signal<Views | null>(null);
  return {
    views,
    load: () =>
      importViews().then(
        async (parts) => {
          // Drawn in a task of its own: a socket that is about to be opened comes first.
          if (!views.peek()) await nextTask();
          if (!views.peek() && !abort.aborted) {
            views.value = parts;
            // After the effects of `views`: one that reads a style would compute all of them twice.
            adoptStyleSheet(root, parts.css);
          }
          return views.peek();
        },
        () => null,
      ),
  };
}
