import { findBrowser } from '../test/browsers/browser.ts';
import { expect, test } from './fixtures.ts';

// A Chromium without windows has no back-forward cache, and Playwright disables that of the others by default.
test.use({
  launchOptions: async ({ launchOptions: { executablePath: _, ...launchOptions } }, use) => {
    const executablePath = findBrowser();
    await use({
      ...launchOptions,
      ...(executablePath && { executablePath }),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
  },
});

test('a page in the back-forward cache holds no socket, and continues the conversation when it is restored', {
  tag: ['@socket', '@ci', '@own-demo'],
}, async ({ chat, demo }) => {
  const { page } = chat;
  await chat.openWithGreeting();
  await page.evaluate(() => {
    window.addEventListener('pageshow', ({ persisted }) => {
      (window as { cameBack?: boolean }).cameBack = persisted;
    });
  });
  await page.goto(`${demo.siteUrl}/shop/favicon.svg`);
  await expect.poll(() => demo.emulator.connections()).toBe(0);
  await page.evaluate(() => void setTimeout(() => history.back()));
  // Fails while the page is being exchanged.
  const cameBack = () =>
    page.evaluate(() => (window as { cameBack?: boolean }).cameBack).catch(() => undefined);
  await expect.poll(cameBack).toBe(true);
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  await expect(chat.messages('agent')).toHaveCount(1);
  await chat.send('Still here?');
  await expect(chat.messages('agent')).toHaveCount(2);
});
