import { mount } from '../../src/embed/index.ts';

/** The widget on the shop, straight from the sources: every change reloads the page, and an open panel opens again. */

declare const __FOYER_DEV_RELAY__: string;

// The section for developers works on the demo's own shop.
document.querySelector('#faults')?.remove();

const WAS_OPEN = 'foyer-dev:open';
const chat = mount({ relay: __FOYER_DEV_RELAY__, autoOpen: sessionStorage.getItem(WAS_OPEN) !== null });
// The sentences to try use the API of the script tag.
Object.assign(window, { Foyer: chat });
chat.on('open', () => sessionStorage.setItem(WAS_OPEN, ''));
chat.on('close', () => sessionStorage.removeItem(WAS_OPEN));
