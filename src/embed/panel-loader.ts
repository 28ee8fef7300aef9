import { nextTask } from './next-task.ts';
import type { LoadPanel, PanelHandle, PanelModule } from './panel-port.ts';
import { warn } from './warn.ts';

/**
 * The panel chunk: `none` → `loading` → `ready`. A failed load becomes `failed` if the visitor waits for it, until the visitor opens
 * the chat again. A failed prefetch becomes `none` again.
 */
type Panel =
  | { readonly status: 'none' | 'loading' | 'failed' | 'destroyed' }
  | { readonly status: 'ready'; readonly handle: PanelHandle };

type Action = (handle: PanelHandle) => unknown;

export interface PanelLoader {
  readonly status: Panel['status'];
  /** True while actions wait for the panel. */
  readonly isAwaited: boolean;
  /** Loads the panel, or runs the waiting actions if it has loaded. */
  load(): void;
  /** Runs the action on the panel, after those that were added before it, and loads the panel for it. */
  whenLoaded(action: Action): void;
  dispose(): void;
}

interface LoadListener {
  /** True while a visitor waits for the panel. Only then a failed load is retried. */
  isWanted(): boolean;
  onStatus(): void;
  onFailure(): void;
}

/** Loads the panel chunk at most once, unless that fails. */
export function createPanelLoader(
  loadPanel: LoadPanel,
  mount: (module: PanelModule) => PanelHandle,
  { isWanted, onStatus, onFailure }: LoadListener,
): PanelLoader {
  let panel: Panel = { status: 'none' };
  let attempts = 0;
  const waiting: Action[] = [];

  function become(next: Panel): void {
    panel = next;
    onStatus();
  }

  function load(): void {
    if (panel.status === 'ready') for (const action of waiting.splice(0)) action(panel.handle);
    // A failed load is retried when the visitor opens the chat, not when the pointer passes.
    if (panel.status !== 'none' && !(panel.status === 'failed' && isWanted())) return;
    become({ status: 'loading' });
    loadPanel(attempts++).then(
      async (module) => {
        if (panel.status !== 'loading') return;
        become({ status: 'ready', handle: mount(module) });
        // Rendered in a task of its own: the page can react in between.
        await nextTask();
        load();
      },
      (error) => {
        if (panel.status !== 'loading') return;
        warn(error);
        panel = { status: isWanted() ? 'failed' : 'none' };
        onFailure();
      },
    );
  }

  return {
    get status() {
      return panel.status;
    },
    get isAwaited() {
      return waiting.length > 0;
    },
    load,
    whenLoaded(action) {
      waiting.push(action);
      load();
    },
    dispose() {
      if (panel.status === 'ready') panel.handle.dispose();
      panel = { status: 'destroyed' };
    },
  };
}
