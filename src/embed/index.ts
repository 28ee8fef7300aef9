import type { FoyerApi } from './api.ts';
import { defineElement, type MountOptions, place } from './element.ts';
import { beginFromMarkup } from './markup.ts';

export type { FoyerApi, FoyerEventName, FoyerEvents, FoyerState } from './api.ts';
export type { FoyerElement, MountOptions } from './element.ts';

/** Registers `<foyer-chat relay="…">` for use in markup. May be called twice. Needs a DOM. */
export function defineFoyerElement(): void {
  defineElement(() => import('./panel.ts'), beginFromMarkup);
}

/**
 * Puts the chat into the page and returns its API. Throws a `TypeError` when `relay` is not an https URL (http on
 * loopback). Nothing is requested or stored before the visitor opens it.
 *
 * @example
 * const chat = mount({ relay: 'https://chat.example', position: 'bottom-left' });
 */
export function mount(options: MountOptions): FoyerApi {
  defineFoyerElement();
  return place(options);
}
