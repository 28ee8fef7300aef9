import { attributeOf } from './attribute-of.ts';
import { OPTIONS, optionOf, pageLocale, type ReadOptions, readOptions } from './attributes.ts';
import { explainLater } from './check-options.ts';
import { elementClass, type FoyerElement } from './element.ts';
import type { LoadPanel } from './panel-port.ts';
import type { UseRare } from './use-rare.ts';
import { warn } from './warn.ts';

const ATTRIBUTES: readonly string[] = Object.keys(OPTIONS).map(attributeOf);

/** Attributes that a running chat applies. Any other change restarts the chat. */
const LIVE: readonly string[] = ['locale', 'accent', 'color-scheme'];

/**
 * The class of `<foyer-chat relay="…">` in a page's markup. The chat begins once the element is in the page and has a relay,
 * in any order, and then follows its attributes.
 */
export function markupElement(loadPanel: LoadPanel, useRare: UseRare): new () => FoyerElement {
  return class extends elementClass(loadPanel, useRare) {
    static observedAttributes = ATTRIBUTES;

    /** Attributes that have changed since they were last read. */
    #changed = new Set<string>();
    /** True if the chat was begun from the attributes. */
    #follows = false;
    /** True if the chat was open before a restart. */
    #opens = false;

    override connectedCallback(): void {
      super.connectedCallback();
      this.#begin();
    }

    attributeChangedCallback(name: string, before: string | null, value: string | null): void {
      if (before === value) return;
      // Frameworks set several attributes one after the other.
      if (this.#changed.size === 0) queueMicrotask(() => this.#follow());
      this.#changed.add(name);
    }

    #read(): ReadOptions {
      this.#changed.clear();
      return readOptions(
        ATTRIBUTES.flatMap((name) => {
          const text = this.getAttribute(name);
          return text === null ? [] : [[optionOf(name), text] as const];
        }),
      );
    }

    #begin(): void {
      if (this.foyer) return;
      const { options, issues } = this.#read();
      const { relay, autoOpen = false } = options;
      if (relay === undefined) return warnOfRelay(this.getAttribute('relay'));
      this.#follows = true;
      this.begin({ ...options, relay, autoOpen: this.#opens || autoOpen });
      explainLater(issues);
    }

    #follow(): void {
      const { foyer } = this;
      const changed = [...this.#changed];
      if (changed.length === 0 || !this.isConnected) return;
      if (!foyer) return this.#begin();
      const { isOpen, connection } = foyer.state;
      const isRunning = isOpen || connection !== 'idle';
      if (!this.#follows) this.#changed.clear();
      else if (isRunning && changed.every((name) => LIVE.includes(name))) {
        const { locale = pageLocale(), accent = '', colorScheme = '' } = this.#read().options;
        if (changed.includes('locale') && locale !== undefined) foyer.setLocale(locale);
        foyer.setTheme({ accent, 'color-scheme': colorScheme });
      } else {
        // Stopping a chat removes its element from the page.
        const { parentNode, nextSibling } = this;
        this.#opens = isOpen;
        this.stop();
        parentNode?.insertBefore(this, nextSibling);
      }
    }
  };
}

function warnOfRelay(relay: string | null): void {
  if (relay === null) return;
  warn(`relay="${relay}" is not an https URL (http only on localhost), so there is no chat`);
}
