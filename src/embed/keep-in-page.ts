import { warn } from './warn.ts';

/** Pause before each check: another script may remove the element again and again. */
const PAUSE_MS = 100;

/**
 * Adds `element` to the first element that matches `container`, or else beside the body, as soon as there is one: a container may be
 * rendered later, and a router or a framework may rebuild the page. Ends when the chat is destroyed. Warns about a missing container
 * unless the element has `left` the page.
 */
export function keepInPage(element: HTMLElement, container: string | undefined, left?: unknown): void {
  let isRequested = false;
  const observer = new MutationObserver(request);

  function request(): void {
    if (!isRequested) setTimeout(look, PAUSE_MS);
    isRequested = true;
  }

  function look(): void {
    isRequested = false;
    // Not `document.documentElement`: an element with that name would shadow it (S-31).
    const parent = document.querySelector(container ?? ':root');
    if (element.onabort && !element.isConnected) parent?.append(element);
    if (parent || !element.onabort) observer.disconnect();
    else observer.observe(document, { childList: true, subtree: true, attributeFilter: ['id', 'class'] });
  }

  function explain(): void {
    if (element.onabort && !element.isConnected) warn(`no element matches ${container}`);
  }

  if (left) return request();
  look();
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', explain, { once: true });
  else explain();
}
