import type { Locator } from 'playwright/test';
import { english } from '../src/widget/locales/translations/strings.ts';
import { type Embedding, test } from './embedding-page.ts';
import { expect, FAST } from './fixtures.ts';
import { BRANDING } from './gallery/branding.ts';

/** True if a text is in sight: inside of the window, and covered by nothing. */
const isInSight = (text: Locator) =>
  text.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const root = element.getRootNode() as ShadowRoot;
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return isInside && element.contains(root.elementFromPoint(x, y));
  });

const PHONE = { width: 390, height: 700 };
const WAYS: Readonly<
  Record<string, Embedding & { readonly size?: typeof PHONE; readonly isDark?: boolean }>
> = {
  'a corner of the page': {},
  'a dark page': { isDark: true, attributes: 'data-color-scheme="auto"' },
  'a phone': { size: PHONE },
  'a small phone': { size: { width: 320, height: 480 } },
  'a web view without a header': { size: PHONE, attributes: 'data-platform="ios"' },
  'a panel without a header': { attributes: 'data-show-header="false"' },
  'a container of the page': {
    attributes: 'data-container="#chat"',
    body: '<div id="chat" style="height: 500px"></div>',
  },
};

for (const [way, { size, isDark, ...embedding }] of Object.entries(WAYS))
  test(`a visitor reads that a machine answers before anything can be sent: ${way}`, async ({
    page,
    visit,
  }) => {
    if (size) await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
    const chat = await visit(embedding);
    if (!embedding.attributes?.includes('container')) await chat.launcher().click();
    const note = page.getByRole('note');
    await expect(note).toHaveText(english.aiNotice);
    await expect.poll(() => isInSight(note)).toBe(true);
    const header = chat.host().locator('[part=header] .status');
    if ((await header.count()) > 0) await expect(header).toHaveText(english.aiAssistant);
    await expect(chat.messages('agent').locator('.kind')).toHaveText(english.aiAssistant);
    await chat.send('hello');
    await expect(note).toHaveCount(0);
  });

test('a visitor of a frame reads that a machine answers, too', async ({ demo, page }) => {
  await page.goto(`${demo.relayUrl}/frame?render-mode=fullscreen`);
  await expect(page.getByRole('note')).toHaveText(english.aiNotice);
  await expect.poll(() => isInSight(page.getByRole('note'))).toBe(true);
});

test.describe('after a gate of consent', () => {
  test.use({
    demoOptions: { emulator: { pace: FAST }, logLevel: 'silent', branding: { consent: BRANDING.consent } },
  });

  test('the notice of a machine stands above the field after a gate of consent', async ({ page, visit }) => {
    const chat = await visit();
    await chat.launcher().click();
    await page.getByRole('button', { name: english.consent }).click();
    await expect.poll(() => isInSight(page.getByRole('note'))).toBe(true);
  });
});
