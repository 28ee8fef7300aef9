import type { OptionIssue } from '../widget/options.ts';
import type { Command, PageApi } from './api.ts';
import { readOptions } from './attributes.ts';
import { runCommands } from './command-queue.ts';
import { defineElement, elementClass, place } from './element.ts';
import { explainIssues, importPanel } from './import-panel.ts';

/** The configuration that the relay puts in front of this script; undefined if another server delivers the file. */
declare const __FOYER_CONFIG__: unknown;

/** Sets up the script tag: reads its attributes, places the chat and sets `window.Foyer`. Idempotent. */
export function install(script: HTMLScriptElement | null): void {
  const before: unknown = window.Foyer;
  if (!script || typeof (before as Partial<PageApi> | undefined)?.destroy === 'function') return;
  const { options, issues } = readOptions(Object.entries(script.dataset) as OptionIssue[]);
  const relay = options.relay ?? new URL(script.src).origin;
  const config = typeof __FOYER_CONFIG__ === 'undefined' ? undefined : __FOYER_CONFIG__;

  defineElement(elementClass((attempt) => importPanel(script, attempt)));
  const onDestroy = () => {
    if (window.Foyer === api) Reflect.deleteProperty(window, 'Foyer');
  };
  const api: PageApi = Object.assign(place({ ...options, relay }, config, onDestroy), {
    push: (...commands: readonly Command[]) => runCommands(api, commands),
  });
  window.Foyer = api;
  explainIssues(script, issues);
  if (Array.isArray(before)) runCommands(api, before);
}
