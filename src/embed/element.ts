import { own } from '../base/own.ts';
import type { MountOptions } from '../widget/context/options.ts';
import type { FoyerApi } from './api.ts';
import { pageLocale, parseRelayUrl } from './attributes.ts';
import type { LoadPanel } from './panel-port.ts';
import type { UseRare } from './use-rare.ts';
import { createWidget, type WidgetExtras } from './widget.ts';

export interface FoyerElement extends HTMLElement {
  /** The widget's API; null before the chat begins and after the element has left the page. */
  readonly foyer: FoyerApi | null;
  /** Starts the chat with these options instead of the attributes. */
  begin(options: MountOptions, ...extras: WidgetExtras): FoyerApi;
  /** Destroys the chat. It can begin again. */
  stop(): void;
}

/** Members that the classes of this folder share. */
interface OwnElement extends FoyerElement {
  connectedCallback(): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'foyer-chat': FoyerElement;
  }
}

const NAME = 'foyer-chat';

/** Creates the class on demand, so that the module can be imported without a DOM. */
export function elementClass(loadPanel: LoadPanel, useRare: UseRare): new () => OwnElement {
  return class extends HTMLElement implements OwnElement {
    // Not a private field: unsupported browsers must be able to parse this file.
    declare foyer: FoyerApi | null;
    /** Called when the element enters the page. */
    declare enter: (() => void) | undefined;

    constructor() {
      super();
      this.foyer = null;
    }

    begin(given: MountOptions, ...extras: WidgetExtras): FoyerApi {
      const options = own(given);
      const relay = parseRelayUrl(options.relay);
      const locale = options.locale ?? pageLocale();
      this.foyer ??= createWidget(
        this,
        own({ ...options, relay, locale }),
        async (attempt) => {
          // A container may come later, or never: until then nothing is loaded and no conversation begins.
          if (!this.isConnected)
            await new Promise<void>((resolve) => {
              this.enter = resolve;
            });
          return loadPanel(attempt);
        },
        useRare,
        ...extras,
      );
      return this.foyer;
    }

    connectedCallback(): void {
      this.enter?.();
    }

    disconnectedCallback(): void {
      // A moved element is connected again within the same task.
      queueMicrotask(() => {
        if (this.isConnected) return;
        // The handler marks an element that must stay in the page. `document.open()` removes the handler like every listener: the
        // new document may have a script tag of its own.
        if (this.onabort) this.onabort(new UIEvent('abort'));
        else this.stop();
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
 * Starts a chat in a new `<foyer-chat>`. Adds the element to the container of the options, and again after another script removed it.
 * Without a container it is added beside the body, because pages empty, replace, zoom and move the body.
 */
export function place(given: MountOptions, useRare: UseRare, ...[config, onDestroy]: WidgetExtras): FoyerApi {
  const { container } = own(given);
  const element = document.createElement(NAME);
  // Ends what React 18 compares with its own elements when it hydrates a whole document.
  const end = document.createComment('/$');
  const api = element.begin(given, config, () => {
    element.onabort = null;
    end.remove();
    onDestroy?.();
  });
  const keep = (left?: unknown) => useRare(({ keepInPage }) => keepInPage(element, container, left));
  element.onabort = keep;
  // Not `document.documentElement`: an element with that name would shadow it (S-31).
  const parent = document.querySelector(container || ':root');
  if (parent) parent.append(end, element);
  else keep();
  return api;
}
