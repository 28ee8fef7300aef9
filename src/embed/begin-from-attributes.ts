import { readAttributes } from './attributes.ts';
import { type FoyerElement, warn } from './element.ts';

/** The issues that the console has been told of. An element in markup reports its attributes, and then that it is in the page. */
const told = new WeakMap<FoyerElement, string>();

/** Starts a `<foyer-chat relay="…">` of the page's markup with the options of its attributes, once it is in the page. */
export function beginFromAttributes(element: FoyerElement): void {
  if (!element.isConnected || !element.hasAttribute('relay')) return;
  const { options, issues } = readAttributes((name) => element.getAttribute(name));
  if (told.get(element) !== issues.join()) warn(issues);
  told.set(element, issues.join());
  if (options.relay !== undefined) element.begin({ ...options, relay: options.relay });
}
