import { expect, FAST, test } from './fixtures.ts';

const STARTERS = [
  'Where is my order?',
  'How do returns work?',
  'Do you ship abroad?',
  'Care of oak',
  'A gift',
];
const SIZES = [
  [1280, 800],
  [1366, 630],
  [820, 900],
  [390, 667],
  [320, 480],
] as const;

for (const count of [0, 3, 5])
  test.describe(`the first screen with ${count} starters`, () => {
    test.use({
      demoOptions: {
        emulator: { pace: FAST },
        logLevel: 'silent',
        branding: {
          welcome: { en: 'Good to see you\nAsk about lamps, orders and deliveries.' },
          starters: { en: STARTERS.slice(0, count) },
        },
      },
    });

    test('the first screen shows the whole heading in windows of every size', {
      tag: count === 3 ? [] : '@ci',
    }, async ({ chat, page }) => {
      const heading = page.getByRole('heading', { name: 'Good to see you' });
      const isWhole = () =>
        heading.evaluate((element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect();
          const root = element.getRootNode() as ShadowRoot;
          return [
            [left + 1, top + 1],
            [right - 1, bottom - 1],
          ].every(([x = 0, y = 0]) => root.elementFromPoint(x, y) === element);
        });
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await chat.open();
        await expect(chat.messages('agent')).toHaveCount(1);
        await expect(chat.streaming()).toHaveCount(0);
        await expect.poll(isWhole).toBe(true);
        // The first words of the site stand in the place of those of the agent.
        await expect(page.locator('foyer-chat .starter')).toHaveCount(count);
        if (count === 0) await expect(chat.suggestions().first()).toBeVisible();
        else await expect(chat.suggestions()).toHaveCount(0);
        // The next window is that of a new visitor: what is seen first depends on where the chat opens.
        await page.evaluate(() => localStorage.clear());
      }
    });

    if (count > 0) return;
    test('the header has a large picture above the greeting, until the visitor writes', async ({
      chat,
      page,
    }) => {
      await chat.open();
      const width = () =>
        page.locator('foyer-chat .header .avatar').evaluate((element) => element.clientWidth);
      await expect(page.getByRole('heading', { name: 'Good to see you' })).toBeVisible();
      await expect.poll(width).toBe(56);
      await chat.send('Hello');
      await expect.poll(width).toBe(40);
    });
  });
