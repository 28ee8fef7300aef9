import type { OptionIssue } from '../widget/context/options.ts';
import { OPTIONS, optionOf, pageLocale, parseRelayUrl, readOptions } from './attributes.ts';
import { openBridge } from './bridge.ts';
import { guardAgainstClickjacking } from './clickjacking-guard.ts';
import { defineElement, elementClass, place } from './element.ts';
import { FILL_CONTAINER_STYLE } from './fill-container.ts';
import type { LoadPanel } from './panel-port.ts';
import type { UseRare } from './use-rare.ts';
import { warn } from './warn.ts';

/** The configuration that the relay prepends to this script. */
declare const __FOYER_CONFIG__: unknown;

/** Options that the frame sets itself, whatever its URL contains. */
const FIXED: readonly string[] = ['relay', 'container'];

/** Sets up the iframe page: reads the options of its URL, shows the chat over the whole page and opens the bridge. */
export function installFrame(src: string, loadPanel: LoadPanel, useRare: UseRare): void {
  const query = [...new URLSearchParams(location.search)];
  const isFixed = ([name]: OptionIssue) => FIXED.includes(name);
  for (const [name, text] of query.filter(isFixed)) warn(`${name}="${text}" has no effect in a frame`);
  const { options, issues } = readOptions(
    query.filter((parameter) => !isFixed(parameter)).map(([name, text]) => [optionOf(name), text]),
  );

  const config = typeof __FOYER_CONFIG__ === 'undefined' ? undefined : __FOYER_CONFIG__;
  const relay = parseRelayUrl(new URL('.', src).href);
  const { documentElement, body } = document;
  const { locale = pageLocale() ?? '', colorScheme = 'auto' } = options;
  documentElement.lang = locale;
  // A frame with another colour scheme than its page gets a white background.
  documentElement.style.colorScheme = colorScheme === 'auto' ? '' : colorScheme;
  Object.assign(body.style, FILL_CONTAINER_STYLE, { margin: '0', height: '100dvh' });
  // The chat reaches the edges of the page.
  body.style.setProperty('--_panel-corner', '0');
  guardAgainstClickjacking(window);
  defineElement(elementClass(loadPanel, useRare));
  openBridge(window, place({ ...options, relay, container: 'body' }, useRare, config));
  if (issues[0]) useRare(({ explain }) => explain(OPTIONS, issues, undefined, true));
}
