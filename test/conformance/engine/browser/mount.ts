import type { Frame } from 'playwright';
import type { FoyerElement } from '../../../../src/embed/element.ts';

/** Mounts widgets as a site would: the first by a script tag, each further one as an element. */

/** Nonce of the page's scripts, for a page with a strict policy. */
export const NONCE = 'nonce-of-the-shop';

interface MountOptions {
  readonly site: () => Frame;
  /** Relay of each widget on the page. */
  readonly relays: readonly string[];
  readonly widgets: readonly string[];
  /** Widget options of the embedding page. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Files that the widget loads later; they are preloaded, because no scenario is about loading times. */
  readonly panelFiles: readonly string[];
}

export async function mountWidgets({
  site,
  relays,
  widgets,
  options,
  panelFiles,
}: MountOptions): Promise<void> {
  const [relay = ''] = relays;
  await site().evaluate(
    ([files, address, attributes, nonce]) =>
      new Promise<void>((resolve, reject) => {
        for (const file of document.querySelector('[rel="modulepreload"]') ? [] : files) {
          const link = document.createElement('link');
          link.rel = 'modulepreload';
          link.href = file;
          link.nonce = nonce;
          document.head.append(link);
        }
        const script = document.createElement('script');
        script.nonce = nonce;
        for (const [name, value] of attributes) script.setAttribute(name, value);
        script.onload = () => {
          script.remove();
          resolve();
        };
        script.onerror = () => reject(new Error('the widget did not load'));
        script.src = `${address}/widget.js`;
        document.head.append(script);
      }),
    [panelFiles, relay, attributesOf(options), NONCE] as const,
  );
  if (relays.length < 2) return;
  await site().evaluate(
    ([names, addresses]) => {
      document.querySelector('foyer-chat')?.setAttribute('data-widget', names[0] ?? '');
      for (const [at, name] of names.entries()) {
        if (at === 0) continue;
        const element = document.createElement('foyer-chat') as FoyerElement;
        element.setAttribute('data-widget', name);
        document.body.append(element);
        element.begin({ relay: addresses[at] ?? '', position: 'bottom-left' });
      }
    },
    [widgets, relays] as const,
  );
}

const attributesOf = (options: Readonly<Record<string, unknown>>): (readonly [string, string])[] =>
  Object.entries(options).map(
    ([name, value]) =>
      [
        `data-${name.replace(/[A-Z]/g, (match) => `-${match.toLowerCase()}`).replaceAll('_', '-')}`,
        String(value),
      ] as const,
  );
