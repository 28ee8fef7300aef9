import { sharedStorage } from '../../../support/scripted-ports.ts';
import { type Page, RELAY, type World } from '../page.ts';
import type { Ability } from '../words.ts';
import { createHeadlessPage } from './page.ts';

export const HEADLESS: ReadonlySet<Ability> = new Set(['upstream', 'memory', 'fleet']);

/** Pages of one browser without any browser. */
export function createHeadlessWorld(): World {
  const storage = sharedStorage();
  const pages: Page[] = [];
  return {
    abilities: HEADLESS,
    async page(options) {
      const page = createHeadlessPage(options, storage);
      pages.push(page);
      return page;
    },
    stored: async () => (storage.id === null ? {} : { [RELAY]: storage.id }),
    async store(sessionId) {
      storage.change(sessionId);
    },
    async dispose() {
      const left: string[] = [];
      for (const { visitor, remains } of pages) {
        await visitor.destroy();
        const { timers, listeners } = await remains();
        if (timers + listeners > 0) left.push(`left: ${timers} timers, ${listeners} listeners`);
      }
      return left;
    },
  };
}
