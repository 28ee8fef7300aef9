import type { OptionIssue } from '../widget/context/options.ts';
import type { Command, PageApi } from './api.ts';
import { attempt, readOptions } from './attributes.ts';
import { runCommands } from './command-queue.ts';
import { defineElement, elementClass, place } from './element.ts';
import { explainIssues, importPanel, rareOf } from './import-panel.ts';
import { warn } from './warn.ts';

const ADVICE = 'add data-relay; no type=module';

/** The configuration that the relay prepends to this script; undefined if another server delivers the file. */
declare const __FOYER_CONFIG__: unknown;

/**
 * Sets up the script tag: reads its attributes, places the chat and sets `window.Foyer`. Idempotent. `script` is null in a module, and has
 * no address if the page contains its text.
 */
export function install(script: HTMLScriptElement | null): void {
  const before: unknown = window.Foyer;
  if (typeof (before as Partial<PageApi> | undefined)?.destroy === 'function') return;
  const { options, issues } = readOptions(Object.entries({ ...script?.dataset }) as OptionIssue[]);
  const src = script?.src;
  const relay = options.relay ?? attempt((url) => new URL(url).origin, `${src}`);
  if (!relay) return warn(ADVICE);
  const urls = [src, options.relay && `${relay}/`].filter((url) => url) as string[];
  const config = typeof __FOYER_CONFIG__ === 'undefined' ? undefined : __FOYER_CONFIG__;

  const useRare = rareOf(urls);
  defineElement(elementClass((count) => importPanel(urls, count), useRare));
  const onDestroy = () => {
    if (window.Foyer === api) delete (window as { Foyer?: unknown }).Foyer;
  };
  const api: PageApi = Object.assign(place({ ...options, relay }, useRare, config, onDestroy), {
    push: (...commands: readonly Command[]) => runCommands(api, commands),
  });
  window.Foyer = api;
  explainIssues(useRare, issues);
  if (Array.isArray(before)) runCommands(api, before);
}
