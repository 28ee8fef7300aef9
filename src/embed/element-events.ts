import type { FoyerEventName, FoyerEvents } from './api.ts';

/** Events of the widget's element, which bubble to the page. The browser reports a listener that throws, and calls the next one. */
export function createElementEvents(host: HTMLElement, listening: { readonly signal: AbortSignal }) {
  return {
    emit<Name extends FoyerEventName>(name: Name, detail: FoyerEvents[Name]): void {
      host.dispatchEvent(
        new CustomEvent(`foyer:${name}`, {
          detail: Object.freeze({ ...detail }),
          bubbles: true,
          composed: true,
        }),
      );
    },
    on<Name extends FoyerEventName>(name: Name, listener: (detail: FoyerEvents[Name]) => void) {
      const type = `foyer:${name}`;
      const onEvent = (event: Event) => listener((event as CustomEvent).detail);
      host.addEventListener(type, onEvent, listening);
      return () => host.removeEventListener(type, onEvent);
    },
  };
}
