import type { FoyerEventName, FoyerEvents } from './api.ts';

/**
 * Dispatches an event of the widget that bubbles to the page. The browser reports a listener that throws, and calls the next one.
 * Returns false if a listener has objected.
 */
export function dispatch<Name extends FoyerEventName>(
  host: HTMLElement,
  name: Name,
  detail: FoyerEvents[Name],
): boolean {
  return host.dispatchEvent(
    new CustomEvent(`foyer:${name}`, {
      detail: Object.freeze({ ...detail }),
      bubbles: true,
      cancelable: true,
      composed: true,
    }),
  );
}

/** Calls the listener with the details of an event of the widget; `false` objects to it. Returns an unsubscribe function. */
export function listen<Name extends FoyerEventName>(
  host: HTMLElement,
  name: Name,
  listener: (detail: FoyerEvents[Name]) => unknown,
  options: AddEventListenerOptions,
): () => void {
  const type = `foyer:${name}`;
  const onEvent = (event: Event) => {
    if (listener((event as CustomEvent).detail) === false) event.preventDefault();
  };
  host.addEventListener(type, onEvent, options);
  return () => host.removeEventListener(type, onEvent);
}
