import type { Page } from 'playwright/test';
import { violations } from './axe.ts';
import { expect, test } from './fixtures.ts';

const chatIn = (page: Page) => page.frameLocator('#preview').locator('foyer-chat');
const code = (page: Page, id: string) => page.locator(`#${id}`).innerText();

test('a newcomer chooses a look in the theme studio and takes it along', { tag: '@ci' }, async ({
  demo,
  page,
  context,
}) => {
  await page.goto(`${demo.siteUrl}/examples/theme/`);
  const chat = chatIn(page);
  await expect(chat.getByRole('heading', { name: 'Good to see you' })).toBeVisible();
  await page.getByLabel('Accent', { exact: true }).fill('#b3261e');
  await page.getByLabel('Title').fill('Rosa’s Bakery');
  await page.getByLabel('Greeting').fill('Fresh since 1987');
  await page.getByLabel('First words').fill('What is in the rye bread?');
  await page.locator('[name=position]').selectOption('bottom-left');
  await page.getByLabel('Light or dark').selectOption('dark');

  await expect(chat.getByRole('heading', { name: 'Fresh since 1987' })).toBeVisible();
  await expect(chat.getByRole('dialog', { name: 'Rosa’s Bakery' })).toHaveAttribute('data-scheme', 'dark');
  await expect(chat.locator('[part="header"]')).toHaveCSS('background-color', 'rgb(179, 38, 30)');
  await chat.getByRole('button', { name: 'What is in the rye bread?' }).click();
  await expect(chat.locator('[data-author="agent"]').last()).toContainText('This is how an answer looks');

  expect(await code(page, 'tag')).toBe(
    '<script src="https://YOUR-RELAY/widget.js"\n  data-position="bottom-left"\n  data-color-scheme="dark"\n  async></script>',
  );
  expect(JSON.parse(await code(page, 'file'))).toEqual({
    header: { text: 'Rosa’s Bakery' },
    welcome: { en: 'Fresh since 1987' },
    starters: { en: ['What is in the rye bread?'] },
    accent: '#b3261e',
    radius: 16,
    default_locale: 'en',
  });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the file' }).click();
  await expect(page.getByRole('status')).toHaveText('Copied.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code(page, 'file'));

  // The address is the look.
  const again = await context.newPage();
  await again.goto(page.url());
  await expect(chatIn(again).getByRole('heading', { name: 'Fresh since 1987' })).toBeVisible();
  await expect(again.getByLabel('Accent', { exact: true })).toHaveValue('#b3261e');
});

test('the theme studio keeps its policy and has no fault for axe', { tag: '@ci' }, async ({ demo, page }) => {
  const lines: string[] = [];
  page.on('console', (line) => lines.push(line.text()));
  await page.goto(`${demo.siteUrl}/examples/theme/`);
  await expect(chatIn(page).getByRole('heading', { name: 'Good to see you' })).toBeVisible();
  expect([await violations(page, 'main'), lines]).toEqual([[], []]);
});
