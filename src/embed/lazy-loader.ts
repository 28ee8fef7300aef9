import { type ReadonlySignal, signal } from '@preact/signals';
import type { RestParts } from '../widget/context/lazy-views.ts';
import { adoptStyleSheet } from './style-sheet.ts';

export interface RestLoader {
  /** Parts that load after the panel; null until they have loaded. */
  readonly rest: ReadonlySignal<RestParts | null>;
  /** Loads the parts once. A call after a failed one retries. */
  loadRest(): Promise<RestParts | null>;
}

export function createRestLoader(
  importRest: () => Promise<RestParts>,
  root: ShadowRoot,
  abort: AbortSignal,
): RestLoader {
  const rest = signal<RestParts | null>(null);
  return {
    rest,
    loadRest: () =>
      importRest().then(
        (parts) => {
          if (!rest.peek() && !abort.aborted) {
            adoptStyleSheet(root, parts.css);
            rest.value = parts;
          }
          return rest.peek();
        },
        () => null,
      ),
  };
}
