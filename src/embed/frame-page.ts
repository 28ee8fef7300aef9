import { pageLocale, readAttributes, relayAddress } from './attributes.ts';
import { openBridge } from './bridge.ts';
import { defineElement, place, warn } from './element.ts';
import { FILLED } from './filled.ts';
import type { LoadPanel } from './panel-port.ts';
import { refuseUnseenPresses } from './unseen-presses.ts';

/** The relay's configuration, which it puts in front of this script. */
declare const __FOYER_CONFIG__: unknown;

/** The page is its relay's own and the chat fills it, whatever a link to it says. */
const SETTLED: readonly string[] = ['relay', 'container'];

/** What the iframe page does: reads the options of its address, shows the chat over all of itself and opens the bridge. */
export function installFrame(script: HTMLScriptElement, loadPanel: LoadPanel): void {
  const query = new URLSearchParams(location.search);
  const known = new Set<string>();
  const { options, faults } = readAttributes((name) => {
    if (SETTLED.includes(name)) return undefined;
    known.add(name);
    return query.get(name);
  });
  const strangers = [...query]
    .filter(([name]) => !known.has(name))
    .map(([name, text]) => `${name}="${text}"`);
  warn([...faults, ...strangers]);

  const config = typeof __FOYER_CONFIG__ === 'undefined' ? undefined : __FOYER_CONFIG__;
  const relay = relayAddress(new URL('.', script.src).href);
  const { documentElement, body } = document;
  const { locale = pageLocale() ?? '', colorScheme = 'auto' } = options;
  documentElement.lang = locale;
  // Otherwise a frame is white where its scheme and the page's differ.
  documentElement.style.colorScheme = colorScheme === 'auto' ? '' : colorScheme;
  Object.assign(body.style, FILLED, { margin: '0', height: '100dvh' });
  refuseUnseenPresses(window);
  defineElement(loadPanel);
  openBridge(window, place({ ...options, relay, container: 'body' }, config));
}
