import type { MountOptions } from '../widget/options.ts';
import type { FoyerApi } from './api.ts';
import { pageLocale, parseRelayUrl } from './attributes.ts';
import type { LoadPanel } from './panel-port.ts';
import { createWidget } from './widget.ts';

export interface FoyerElement extends HTMLElement {
  /** The widget's API; null until the element has a relay and is in the page. */
  readonly foyer: FoyerApi | null;
  /** Starts the chat with these options instead of the attributes. */
  begin(options: MountOptions, config?: unknown): FoyerApi;
}

const NAME = 'foyer-chat';

/** Prints one warning about ignored options, calls and attributes. */
export function warn(issues: readonly string[]): void {
  if (!issues[0]) return;
  // biome-ignore lint/suspicious/noConsole: the page's owner must be able to find a mistyped option.
  console.warn(`foyer: left out ${issues.join(', ')}`);
}

/** Creates the class when it is needed, so that the module can be imported without a DOM. */
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
      const relay = parseRelayUrl(options.relay);
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
      // A moved element is connected again within the same task.
      queueMicrotask(() => {
        if (this.isConnected) return;
        this.#api?.destroy();
        this.#api = null;
      });
    }
  };
}

/**
 * Registers `<foyer-chat>` once per page. `onConnect` is called for an element that is added to the page before `begin` was
 * called.
 */
export function defineElement(
  loadPanel: LoadPanel,
  onConnect: (element: FoyerElement) => void = () => {},
): void {
  if (!customElements.get(NAME)) customElements.define(NAME, elementClass(loadPanel, onConnect));
}

/**
 * Adds a new `<foyer-chat>` to the container of the options as soon as that exists. Without a container it is added beside
 * the body, because pages empty, replace, zoom and move the body.
 */
export function place(options: MountOptions, config?: unknown): FoyerApi {
  const element = document.createElement(NAME) as FoyerElement;
  const api = element.begin(options, config);
  const attach = () => {
    // Not `document.documentElement`: an element with that name would shadow it (S-31).
    const parent = document.querySelector(options.container || ':root');
    if (parent) parent.append(element);
    else if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', attach, { once: true });
    else {
      warn([`container="${options.container}"`]);
      api.destroy();
    }
  };
  attach();
  return api;
}
