import type { LoadPanel, PanelContext, PanelHandle } from '../../../src/embed/panel-port.ts';
import { createGate } from './gate.ts';

/** A panel chunk whose arrival a test decides, and what was asked of it. */
export interface ScriptedPanel {
  readonly load: LoadPanel;
  /** The attempts to load it, and then the calls, as `name argument`. */
  readonly asked: string[];
  readonly context: () => PanelContext;
  arrive(): Promise<void>;
  fail(): Promise<void>;
}

const settled = () => new Promise<void>((resolve) => queueMicrotask(() => queueMicrotask(resolve)));

export function createScriptedPanel(): ScriptedPanel {
  const asked: string[] = [];
  let context: PanelContext | undefined;
  let loading = createGate<void>();
  const handle: PanelHandle = {
    setOpen: (isOpen, takesFocus) => asked.push(`open ${isOpen} ${takesFocus}`),
    send: (text) => asked.push(`send ${text}`),
    prompt: ({ text }) => asked.push(`prompt ${text}`),
    animate: (movement, ms) => asked.push(`animate ${movement} ${ms}`),
    setLocale: (tag) => asked.push(`setLocale ${tag}`),
    setTheme: (tokens) => asked.push(`setTheme ${JSON.stringify(tokens)}`),
    end: () => asked.push('end'),
    restart: () => asked.push('restart'),
    dispose: () => asked.push('dispose'),
  };
  return {
    asked,
    context() {
      if (!context) throw new Error('not mounted');
      return context;
    },
    async load(attempt) {
      asked.push(`load ${attempt}`);
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
      loading = createGate<void>();
    },
  };
}
