import { join } from 'node:path';
import { test as base, expect } from 'playwright/test';
import { findBrowser } from '../test/browsers/browser.ts';
import { type BrowserRun, startBrowserRun } from '../test/conformance/engine/browser/run.ts';
import { filesOf, readFile } from '../test/conformance/engine/folder.ts';

const FOLDER = join(import.meta.dirname, '../test/conformance/scenarios');

const files = filesOf(FOLDER).map((path) => readFile(path).flatMap(({ scenario }) => scenario ?? []));

/** Scenarios that need a browser. Slow ones, and those that measure real time, are only in `npm run scenarios -- --browser`. */
const HERE = [
  'LIFE-008',
  'PAGE-002',
  'PAGE-003',
  'PAGE-007',
  'STORE-005',
  'TABS-006',
  'WIRE-026',
  'WIRE-029',
];

/** With those, in `npm test -- --full`, the first of each file that is not slow. `npm test` plays them without a browser. */
const chosen = files.flatMap((all) =>
  all.filter(({ id }) => id !== 'LIFE-001').filter(({ id }, at) => at === 0 || HERE.includes(id)),
);

/** Nothing that slows pages down: some are measured. */
base.use({ trace: 'off' });

const test = base.extend<object, { readonly run: BrowserRun }>({
  run: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument has to be a pattern.
    async ({}, use) => {
      const run = await startBrowserRun(findBrowser());
      await use(run);
      await run.dispose();
    },
    { scope: 'worker' },
  ],
});

for (const scenario of chosen) {
  const tag = HERE.includes(scenario.id) ? '@ci' : '@full';
  test(`${scenario.id} ${scenario.title}`, { tag }, async ({ run }) => {
    expect((await run.run(scenario)).verdict).toMatchObject({ is: 'ok' });
  });
}
