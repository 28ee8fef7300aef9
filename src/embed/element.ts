import type { ChosenOptions } from '../widget/options.ts';
import type { FoyerApi } from './api.ts';
import { pageLocale, relayAddress } from './attributes.ts';
import type { LoadPanel } from './panel-port.ts';
import { createWidget } from './widget.ts';

/** What a page may say when it mounts the widget: the relay, and any of the options. */
export type MountOptions = ChosenOptions;

export interface FoyerElement extends HTMLElement {
  /** The widget's API; null until the element has a relay and stands in the page. */
  readonly foyer: FoyerApi | null;
  /** Begins with these options instead of the attributes. */
  begin(options: MountOptions, config?: unknown): FoyerApi;
}

const NAME = 'foyer-chat';

/** Says once what could not be used; a chat that silently ignores its settings costs its owner an afternoon. */
export function warn(faults: readonly string[]): void {
  if (!faults[0]) return;
  // biome-ignore lint/suspicious/noConsole: the page's owner has no other place to learn of a mistyped setting.
  console.warn(`foyer: left out ${faults.join(', ')}`);
}

/** Made when it is needed: where there is no DOM, importing this must touch none. */
function elementClass(
  loadPanel: LoadPanel,
  onConnect: (element: FoyerElement) => void,
): CustomElementConstructor {
  return class extends HTMLElement implements FoyerElement {
    #api: FoyerApi | null = null;

    get foyer(): FoyerApi | null {
      return this.#api;
    }

    begin(options: MountOptions, config?: unknown): FoyerApi {
      const relay = relayAddress(options.relay);
      const locale = options.locale ?? pageLocale();
      this.#api ??= createWidget(this, {
        options: { ...options, relay, locale },
        config,
        loadPanel,
      });
      return this.#api;
    }

    connectedCallback(): void {
      if (!this.#api) onConnect(this);
    }

    disconnectedCallback(): void {
      // An element that is only moved comes back within the same task.
      queueMicrotask(() => {
        if (this.isConnected) return;
        this.#api?.destroy();
        this.#api = null;
      });
    }
  };
}

/**
 * Registers `<foyer-chat>` once per page, whichever of the ways in comes first. `onConnect` hears of an element that stands
 * in the page and has not begun.
 */
export function defineElement(
  loadPanel: LoadPanel,
  onConnect: (element: FoyerElement) => void = () => {},
): void {
  if (!customElements.get(NAME)) customElements.define(NAME, elementClass(loadPanel, onConnect));
}

/**
 * Puts a new `<foyer-chat>` where the options say, as soon as that place is there; else beside the body, which pages empty,
 * replace, zoom and move.
 */
export function place(options: MountOptions, config?: unknown): FoyerApi {
  const element = document.createElement(NAME) as FoyerElement;
  const api = element.begin(options, config);
  const settle = () => {
    // Not `document.documentElement`: an element of the page may be called so (S-31).
    const spot = document.querySelector(options.container || ':root');
    if (spot) spot.append(element);
    else if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', settle, { once: true });
    else {
      warn([`container="${options.container}"`]);
      api.destroy();
    }
  };
  settle();
  return api;
}
