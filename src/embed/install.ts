import { parseRelayUrl, readAttributes } from './attributes.ts';
import { type Command, type PageApi, runCommands } from './command-queue.ts';
import { defineElement, place, warn } from './element.ts';
import { importPanel } from './import-panel.ts';
import { loadClassicPanel, needsClassicPanel } from './load-classic-panel.ts';

declare global {
  interface Window {
    /** The queue of calls until the script has loaded, then the API. */
    Foyer?: PageApi | unknown[] | undefined;
  }
}

/** The configuration that the relay puts in front of this script; undefined if another server delivers the file. */
declare const __FOYER_CONFIG__: unknown;

/** Sets up the script tag: reads its attributes, places the chat and sets `window.Foyer`. Idempotent. */
export function install(script: HTMLScriptElement | null): void {
  const before = window.Foyer;
  if (!script || typeof (before as Partial<PageApi> | undefined)?.destroy === 'function') return;
  const { options, issues } = readAttributes((name) => script.getAttribute(`data-${name}`));
  const relay = options.relay ?? parseRelayUrl(new URL(script.src).origin);
  const config = typeof __FOYER_CONFIG__ === 'undefined' ? undefined : __FOYER_CONFIG__;

  defineElement((attempt) => (needsClassicPanel() ? loadClassicPanel(script) : importPanel(script, attempt)));
  const placed = place({ ...options, relay }, config);
  const api: PageApi = Object.assign(Object.create(placed), {
    destroy() {
      placed.destroy();
      if (window.Foyer === api) delete window.Foyer;
    },
    push: (...commands: readonly Command[]) => warn(runCommands(api, commands)),
  });
  window.Foyer = api;
  warn([...issues, ...runCommands(api, Array.isArray(before) ? before : [])]);
}
