import { test as base } from 'playwright/test';
import { type Dev, startDev } from '../build/dev-server.ts';

/** The gallery of `npm run dev`, started once for each worker. */
export const test = base.extend<object, { readonly dev: Dev }>({
  dev: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what the fixture needs.
    async ({}, use, { parallelIndex }) => {
      const cacheDir = `.vite-gallery-${parallelIndex}`;
      const dev = await startDev({ port: 0, withDemo: false, logLevel: 'warn', cacheDir });
      await use(dev);
      await dev.close();
    },
    { scope: 'worker' },
  ],
});

export { expect } from 'playwright/test';
