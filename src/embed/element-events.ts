import type { FoyerEventName, FoyerEvents } from './api.ts';

/** Dispatches an event of the widget, which bubbles to the page. The browser reports a listener that throws, and calls the next one. */
export function dispatch<Name extends FoyerEventName>(
  host: HTMLElement,
  name: Name,
  detail: FoyerEvents[Name],
): void {
  host.dispatchEvent(
    new CustomEvent(`foyer:${name}`, {
      detail: Object.freeze({ ...detail }),
      bubbles: true,
      composed: true,
    }),
  );
}

/** Calls the listener with the details of an event of the widget. Returns an unsubscribe function. */
export function listen<Name extends FoyerEventName>(
  host: HTMLElement,
  name: Name,
  listener: (detail: FoyerEvents[Name]) => void,
  options: AddEventListenerOptions,
): () => void {
  const type = `foyer:${name}`;
  const onEvent = (event: Event) => listener((event as CustomEvent).detail);
  host.addEventListener(type, onEvent, options);
  return () => host.removeEventListener(type, onEvent);
}
