import { readAttributes } from './attributes.ts';
import { type FoyerElement, warn } from './element.ts';

/** Starts a `<foyer-chat relay="…">` of the page's markup with the options of its attributes. */
export function beginFromAttributes(element: FoyerElement): void {
  if (!element.hasAttribute('relay')) return;
  const { options, issues } = readAttributes((name) => element.getAttribute(name));
  warn(issues);
  if (options.relay !== undefined) element.begin({ ...options, relay: options.relay });
}
