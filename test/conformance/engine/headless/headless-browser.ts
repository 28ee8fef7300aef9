import { sharedStorage } from '../../../support/page-storage.ts';
import { type Page, RELAY, type TestBrowser } from '../page.ts';
import type { Ability } from '../vocabulary.ts';
import { createHeadlessPage } from './page.ts';

export const HEADLESS: ReadonlySet<Ability> = new Set(['upstream', 'memory', 'fleet']);

/** Creates a simulated browser. `isPolled`: the frames of its pages travel by polls. */
export function createHeadlessBrowser(isPolled = false): TestBrowser {
  const storage = sharedStorage();
  const pages: Page[] = [];
  return {
    abilities: HEADLESS,
    async openPage(options) {
      const page = createHeadlessPage(options, storage, isPolled);
      pages.push(page);
      return page;
    },
    stored: async () => (storage.id === null ? {} : { [RELAY]: storage.id }),
    async store(sessionId) {
      storage.changeFromOtherPage(sessionId);
    },
    async dispose() {
      const left: string[] = [];
      for (const { visitor, remaining } of pages) {
        await visitor.destroy();
        const { timers, listeners } = await remaining();
        if (timers + listeners > 0) left.push(`left: ${timers} timers, ${listeners} listeners`);
      }
      return left;
    },
  };
}
