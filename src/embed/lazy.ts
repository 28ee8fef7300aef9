import { type ReadonlySignal, signal } from '@preact/signals';
import { adopt } from './sheet.ts';

/** A part of the widget that loads when it is first needed, with its style sheet. */
export interface Lazy<Part> {
  /** null until it has loaded. */
  readonly part: ReadonlySignal<Part | null>;
  /** Loads it, unless it is there; what fails is tried again the next time. */
  need(): void;
}

export function createLazy<Part extends { readonly css: string }>(
  root: ShadowRoot,
  load: () => Promise<Part>,
  abort: AbortSignal,
): Lazy<Part> {
  const part = signal<Part | null>(null);
  return {
    part,
    need() {
      if (part.peek()) return;
      load().then(
        (loaded) => {
          if (abort.aborted || part.peek()) return;
          adopt(root, loaded.css);
          part.value = loaded;
        },
        () => {},
      );
    },
  };
}
