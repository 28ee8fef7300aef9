import { own } from '../base/own.ts';
import type { MountOptions } from '../widget/options.ts';
import type { FoyerApi } from './api.ts';
import { pageLocale, parseRelayUrl } from './attributes.ts';
import type { LoadPanel } from './panel-port.ts';
import { warn } from './warn.ts';
import { createWidget, type WidgetExtras } from './widget.ts';

export interface FoyerElement extends HTMLElement {
  /** The widget's API; null until the chat has begun, and after the element has left the page. */
  readonly foyer: FoyerApi | null;
  /** Starts the chat with these options instead of the attributes. */
  begin(options: MountOptions, ...extras: WidgetExtras): FoyerApi;
  /** Destroys the chat, which can begin again. */
  stop(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'foyer-chat': FoyerElement;
  }
}

const NAME = 'foyer-chat';

/** Creates the class when it is needed, so that the module can be imported without a DOM. */
export function elementClass(loadPanel: LoadPanel): new () => FoyerElement {
  return class extends HTMLElement implements FoyerElement {
    // Not a private field: browsers below the floor must be able to read this file.
    declare foyer: FoyerApi | null;

    constructor() {
      super();
      this.foyer = null;
    }

    begin(given: MountOptions, ...extras: WidgetExtras): FoyerApi {
      const options = own(given);
      const relay = parseRelayUrl(options.relay);
      const locale = options.locale ?? pageLocale();
      this.foyer ??= createWidget(this, own({ ...options, relay, locale }), loadPanel, ...extras);
      return this.foyer;
    }

    disconnectedCallback(): void {
      // A moved element is connected again within the same task.
      queueMicrotask(() => {
        if (!this.isConnected) this.stop();
      });
    }

    stop(): void {
      this.foyer?.destroy();
      this.foyer = null;
    }
  };
}

/** Registers `<foyer-chat>` once per page. */
export function defineElement(element: CustomElementConstructor): void {
  if (!customElements.get(NAME)) customElements.define(NAME, element);
}

/**
 * Adds a new `<foyer-chat>` to the container of the options as soon as that exists. Without a container it is added beside
 * the body, because pages empty, replace, zoom and move the body.
 */
export function place(given: MountOptions, ...extras: WidgetExtras): FoyerApi {
  const options = own(given);
  const element = document.createElement(NAME);
  const api = element.begin(options, ...extras);
  const attach = () => {
    // Not `document.documentElement`: an element with that name would shadow it (S-31).
    const parent = document.querySelector(options.container || ':root');
    if (parent) parent.append(element);
    else if (document.readyState === 'loading')
      document.addEventListener('DOMContentLoaded', attach, { once: true });
    else {
      warn(`no element matches ${options.container}`);
      api.destroy();
    }
  };
  attach();
  return api;
}
