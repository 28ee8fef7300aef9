import { nextTask } from '../../../src/embed/next-task.ts';
import type { LoadPanel, PanelContext, PanelHandle } from '../../../src/embed/panel-port.ts';
import { createSettleablePromise } from './settleable-promise.ts';

/** A panel chunk that loads or fails when a test says so, and records its calls. */
export interface ScriptedPanel {
  readonly load: LoadPanel;
  /** Load attempts and calls, as `name argument`. */
  readonly calls: string[];
  readonly context: () => PanelContext;
  isMounted(): boolean;
  arrive(): Promise<void>;
  fail(): Promise<void>;
}

/** The widget mounts and opens the panel in two tasks. */
async function settled(): Promise<void> {
  for (let task = 0; task < 2; task++) await nextTask();
}

export function createScriptedPanel(): ScriptedPanel {
  const calls: string[] = [];
  let context: PanelContext | undefined;
  let loading = createSettleablePromise<void>();
  const handle: PanelHandle = {
    setOpen: (isOpen, takesFocus) => calls.push(`open ${isOpen} ${takesFocus}`),
    resume: () => calls.push('resume'),
    async send(text) {
      calls.push(`send ${text}`);
      return 'sent';
    },
    prompt: ({ text }) => calls.push(`prompt ${text}`),
    animate: (animation, ms) => calls.push(`animate ${animation} ${ms}`),
    setLocale: (tag) => calls.push(`setLocale ${tag}`),
    setTheme: (tokens) => calls.push(`setTheme ${JSON.stringify(tokens)}`),
    end: () => calls.push('end'),
    restart: () => calls.push('restart'),
    async ask({ text }) {
      calls.push(`ask ${text}`);
      return { text: 'An answer', suggestions: [], links: [] };
    },
    dispose: () => calls.push('dispose'),
  };
  return {
    calls,
    context() {
      if (!context) throw new Error('not mounted');
      return context;
    },
    isMounted: () => context !== undefined,
    async load(attempt) {
      calls.push(`load ${attempt}`);
      await loading.promise;
      return {
        mountPanel(given) {
          context = given;
          return handle;
        },
      };
    },
    async arrive() {
      loading.resolve();
      await settled();
    },
    async fail() {
      loading.reject(new Error('offline'));
      await settled();
      loading = createSettleablePromise<void>();
    },
  };
}
