import type { MountOptions } from '../widget/context/options.ts';
import type { FoyerApi } from './api.ts';
import { checkOptions } from './check-options.ts';
import { defineElement, place } from './element.ts';
import { createInertApi, isSupported } from './floor.ts';
import { markupElement } from './markup-element.ts';
import { useRare } from './use-rare.ts';
import { warn } from './warn.ts';

export type { MountOptions } from '../widget/context/options.ts';
export type {
  FoyerApi,
  FoyerDomEvents,
  FoyerEventName,
  FoyerEvents,
  FoyerState,
  PageApi,
} from './api.ts';
export type { FoyerElement } from './element.ts';
export type { FoyerChatAttributes } from './markup-types.ts';

/** Registers `<foyer-chat relay="…">` for use in markup. Idempotent. Needs a DOM. Does nothing in a browser that is too old. */
export function defineFoyerElement(): void {
  if (!isSupported()) return;
  defineElement(markupElement(() => import('./panel.ts'), useRare));
}

/** The chat that `mount` has created. */
let running: FoyerApi | null = null;

/**
 * Puts the chat into the page and returns its API. Nothing is requested or stored before the visitor opens it, unless a
 * conversation is stored: that is resumed. A second call returns the same chat until that is destroyed. Options that cannot be
 * used are left out and explained on the console.
 * In a browser that is too old, the API does nothing and the console says so.
 * Throws a `TypeError` when `relay` is not an https URL (http on loopback).
 *
 * @example
 * const chat = mount({ relay: 'https://chat.example', position: 'bottom-left' });
 */
export function mount(options: MountOptions): FoyerApi {
  if (running) {
    warn('mount was called again; the running chat stays. Call destroy() on it first.');
    return running;
  }
  if (!isSupported()) return createInertApi();
  defineFoyerElement();
  const onDestroy = () => {
    // Called once more when the element has left the page. Another chat may run by then.
    if (running === api) running = null;
  };
  const api = place(checkOptions(options), useRare, undefined, onDestroy);
  running = api;
  return api;
}
