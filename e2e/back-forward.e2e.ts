import { expect, test } from './fixtures.ts';

// Playwright switches the back-forward cache off; here it is what is tested.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] }),
});

test('a page that is left holds no socket, and goes on where it was when it comes back from the cache', async ({
  chat,
  demo,
}) => {
  const { page } = chat;
  await chat.greeted();
  await page.evaluate(() => {
    window.addEventListener('pageshow', ({ persisted }) => {
      (window as { cameBack?: boolean }).cameBack = persisted;
    });
  });
  await page.goto(`${demo.siteUrl}/shop/favicon.svg`);
  await expect.poll(() => demo.emulator.connections()).toBe(0);
  await page.evaluate(() => history.back());
  await expect.poll(() => page.evaluate(() => (window as { cameBack?: boolean }).cameBack)).toBe(true);
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  await expect(chat.messages('agent')).toHaveCount(1);
  await chat.say('Still here?');
  await expect(chat.messages('agent')).toHaveCount(2);
});
