import { type ReadonlySignal, signal } from '@preact/signals';
import { adoptStyleSheet } from './style-sheet.ts';

/** A chunk with a style sheet that loads when it is first requested. */
export interface LazyChunk<Parts> {
  /** null until the chunk has loaded. */
  readonly parts: ReadonlySignal<Parts | null>;
  /** Loads the chunk unless it has loaded, then calls `action`. The next request repeats a failed load. */
  request(action?: (parts: Parts) => void): void;
}

export function createLazyChunk<Parts extends { readonly css: string }>(
  root: ShadowRoot,
  load: () => Promise<Parts>,
  abort: AbortSignal,
): LazyChunk<Parts> {
  const parts = signal<Parts | null>(null);
  return {
    parts,
    request(action) {
      if (action) {
        const unsubscribe = parts.subscribe((loaded) => {
          if (!loaded) return;
          queueMicrotask(() => unsubscribe());
          action(loaded);
        });
      }
      if (parts.peek()) return;
      load().then(
        (loaded) => {
          if (abort.aborted || parts.peek()) return;
          adoptStyleSheet(root, loaded.css);
          parts.value = loaded;
        },
        () => {},
      );
    },
  };
}
