import { configure } from '@testing-library/dom';
import { PropertySymbol } from 'happy-dom';
import { afterAll, beforeAll } from 'vitest';

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

/** A chat that has left the page is destroyed: its timers do not outlive the page. */
afterAll(() => {
  for (const chat of document.querySelectorAll('foyer-chat')) chat.remove();
});
