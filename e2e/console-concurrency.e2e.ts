import { expect } from 'playwright/test';
import { openConsole } from './console-page.ts';
import { test } from './demo-fixture.ts';

test.use({
  demoOptions: {
    emulator: { pace: { wordMs: 1, thinkingMs: 5 }, conversations: { count: 300, seed: 7 } },
    logLevel: 'silent',
  },
});

test('the window that is still open is marked in the table of a plot', async ({ page, demo }) => {
  const faults = await openConsole(page, demo, '/console/concurrency?range=6h');
  const plot = page.locator('figure').filter({ hasText: 'Conversations at the same time' });
  await plot.getByRole('button', { name: 'Show as table' }).click();
  await expect(plot.getByRole('row').last()).toContainText(/^\d\d:\d\d so far/);
  await expect(plot.getByRole('row').nth(1)).not.toContainText('so far');
  expect(faults).toEqual([]);
});
