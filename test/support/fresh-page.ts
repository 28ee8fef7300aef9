import { configure } from '@testing-library/dom';
import { PropertySymbol } from 'happy-dom';
import { afterAll, beforeAll } from 'vitest';
// A chat loads it, and no test waits. A load that the end of a file interrupts would fail in all files after it.
import '../../src/embed/rare.ts';

// For what never comes. How busy the machine is must not decide whether a test passes.
configure({ asyncUtilTimeout: 30_000 });

/** A set-up file of `unit-dom`, whose files share a page: each begins without elements, storage and custom elements of another. */
beforeAll(() => {
  const registry = customElements as unknown as Record<symbol, Map<unknown, unknown>>;
  registry[PropertySymbol.registry]?.clear();
  registry[PropertySymbol.classRegistry]?.clear();
  document.head.replaceChildren();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});

/** Chats are destroyed with the page. One that is only removed comes back, in the page of the next file. */
afterAll(() => {
  for (const chat of document.querySelectorAll('foyer-chat')) chat.stop();
});
