import type { MountOptions } from '../widget/options.ts';
import type { FoyerApi } from './api.ts';
import { beginFromAttributes } from './begin-from-attributes.ts';
import { defineElement, place } from './element.ts';

export type { MountOptions } from '../widget/options.ts';
export type { FoyerApi, FoyerEventName, FoyerEvents, FoyerState } from './api.ts';
export type { FoyerElement } from './element.ts';

/** Registers `<foyer-chat relay="…">` for use in markup. Idempotent. Needs a DOM. */
export function defineFoyerElement(): void {
  defineElement(() => import('./panel.ts'), beginFromAttributes);
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
