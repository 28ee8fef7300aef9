import type { Page } from 'playwright/test';
import { test } from './embedding-page.ts';
import { type ChatPage, expect } from './fixtures.ts';

const PACE = { wordMs: 60, thinkingMs: 5 };

/** The names of the page's highlights, in each frame while the agent answers, and once it has. */
async function highlightsDuring(
  page: Page,
  visit: () => Promise<ChatPage>,
  motion: 'reduce' | 'no-preference',
): Promise<readonly string[]> {
  await page.emulateMedia({ reducedMotion: motion });
  const chat = await visit();
  await page.evaluate(() => {
    const seen = new Set<string>();
    const look = () => {
      for (const [name, highlight] of CSS.highlights) if (highlight.size > 0) seen.add(name);
      requestAnimationFrame(look);
    };
    look();
    Object.assign(window, { seen });
  });
  await chat.launcher().click();
  await expect(chat.suggestions().first()).toBeVisible();
  await chat.send('What are your opening hours?');
  await expect(chat.messages('agent').nth(1)).not.toHaveAttribute('data-streaming');
  await expect(chat.messages('agent').nth(1)).toContainText('Our shop is open');
  await expect.poll(() => page.evaluate(() => CSS.highlights.size)).toBe(0);
  return page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen].sort());
}

test.use({ demoOptions: { emulator: { pace: PACE }, logLevel: 'silent' } });

test('new words fade in, and leave nothing behind', { tag: '@full' }, async ({ page, visit }) => {
  expect(await highlightsDuring(page, visit, 'no-preference')).toEqual([
    'foyer-new',
    'foyer-newer',
    'foyer-newest',
  ]);
});

test('new words do not fade in for visitors who want less motion', { tag: '@full' }, async ({
  page,
  visit,
}) => {
  expect(await highlightsDuring(page, visit, 'reduce')).toEqual([]);
});
