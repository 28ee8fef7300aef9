import { readAttributes, relayAddress } from './attributes.ts';
import { defineElement, place, warn } from './element.ts';
import { importPanel } from './import-panel.ts';
import { type Command, type PageApi, replay } from './queue.ts';

declare global {
  interface Window {
    /** Before the script has loaded: the queue of calls. */
    Foyer?: PageApi | unknown[] | undefined;
  }
}

/** The relay's configuration, which it puts in front of this script; absent where the file is served by others. */
declare const __FOYER_CONFIG__: unknown;

/** What the script tag does: reads its attributes, places the chat and leaves `window.Foyer`. Twice is once. */
export function install(script: HTMLScriptElement | null): void {
  const before = window.Foyer;
  if (!script || typeof (before as Partial<PageApi> | undefined)?.destroy === 'function') return;
  const { options, faults } = readAttributes((name) => script.getAttribute(`data-${name}`));
  const relay = options.relay ?? relayAddress(new URL(script.src).origin);
  const config = typeof __FOYER_CONFIG__ === 'undefined' ? undefined : __FOYER_CONFIG__;

  defineElement((attempt) => importPanel(script, attempt));
  const placed = place({ ...options, relay }, config);
  const api: PageApi = Object.assign(Object.create(placed), {
    destroy() {
      placed.destroy();
      if (window.Foyer === api) delete window.Foyer;
    },
    push: (...commands: readonly Command[]) => warn(replay(api, commands)),
  });
  window.Foyer = api;
  warn([...faults, ...replay(api, Array.isArray(before) ? before : [])]);
}
