import { nextTask } from './next-task.ts';
import type { LoadPanel, PanelHandle, PanelModule } from './panel-port.ts';
import { warn } from './warn.ts';

/**
 * The panel chunk: `none` → `loading` → `ready`. A failed load becomes `failed` if the visitor waits for it, until the visitor opens
 * the chat again. A failed prefetch becomes `none` again.
 */
type PanelStatus = 'none' | 'loading' | 'ready' | 'failed' | 'destroyed';

type Action = (handle: PanelHandle) => unknown;

export interface PanelLoader {
  readonly status: PanelStatus;
  /** Loads the panel, or runs the waiting actions if it has loaded. */
  load(): void;
  /** Runs the action on the panel, after those that were added before it, and loads the panel for it. */
  whenLoaded(action: Action): void;
  dispose(): void;
}

/**
 * Loads the panel chunk at most once, unless that fails.
 *
 * @param isWanted returns true while a visitor waits for the panel; only then a failed load is retried
 * @param onStatus called after the status has changed, except by a failure
 */
export function createPanelLoader(
  loadPanel: LoadPanel,
  mount: (module: PanelModule) => PanelHandle,
  isWanted: () => boolean,
  onStatus: () => void,
  onFailure: () => void,
): PanelLoader {
  let status: PanelStatus = 'none';
  let handle: PanelHandle | undefined;
  let attempts = 0;
  const waiting: Action[] = [];

  function load(): void {
    if (handle) for (const action of waiting.splice(0)) action(handle);
    // A failed load is retried when the visitor opens the chat, not when the pointer passes.
    if (status !== 'none' && !(status === 'failed' && isWanted())) return;
    status = 'loading';
    onStatus();
    loadPanel(attempts++).then(
      async (module) => {
        if (status !== 'loading') return;
        handle = mount(module);
        status = 'ready';
        onStatus();
        // Rendered in a task of its own: the page can react in between.
        await nextTask();
        load();
      },
      (error) => {
        if (status !== 'loading') return;
        warn(error);
        status = isWanted() ? 'failed' : 'none';
        onFailure();
      },
    );
  }

  return {
    get status() {
      return status;
    },
    load,
    whenLoaded(action) {
      waiting.push(action);
      load();
    },
    dispose() {
      handle?.dispose();
      handle = undefined;
      status = 'destroyed';
    },
  };
}
