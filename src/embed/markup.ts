import { readAttributes } from './attributes.ts';
import { type FoyerElement, warn } from './element.ts';

/** Begins an element of the page's own markup, `<foyer-chat relay="…">`, with the options in its attributes. */
export function beginFromMarkup(element: FoyerElement): void {
  if (!element.hasAttribute('relay')) return;
  const { options, faults } = readAttributes((name) => element.getAttribute(name));
  warn(faults);
  if (options.relay !== undefined) element.begin({ ...options, relay: options.relay });
}
