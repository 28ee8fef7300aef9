import type { Locator, Page } from 'playwright/test';
import { agentMessage } from '../src/testing/index.ts';
import { type ChatPage, expect, test } from './fixtures.ts';
import { replacePlatform } from './scripted-platform.ts';

/** Opens an answer with a code block. Returns the block and its copy button. */
async function codeIn(chat: ChatPage) {
  await chat.openWithGreeting();
  await chat.send('markdown');
  await expect(chat.messages('agent')).toHaveCount(2);
  await expect(chat.streaming()).toHaveCount(0);
  const answer = chat.messages('agent').last();
  return { code: answer.locator('pre'), button: answer.getByRole('button', { name: 'Copy', exact: true }) };
}

/** Points at the block. Showing it may still move the transcript, away from the pointer. */
const pointAt = ({ code, button }: { readonly code: Locator; readonly button: Locator }) =>
  expect(async () => {
    await code.hover();
    await expect(button).toHaveCSS('opacity', '1', { timeout: 2_000 });
  }).toPass();

const clipboard = ({ page }: ChatPage) => page.evaluate(() => navigator.clipboard.readText());
const copied = ({ page }: ChatPage) => page.getByRole('status').getByText('Copied', { exact: true });
/** The selected text. `document.getSelection` does not return a selection in a shadow root. */
const selected = (chat: ChatPage) =>
  chat
    .host()
    .evaluate((host) =>
      (host.shadowRoot as unknown as { getSelection(): Selection }).getSelection().toString(),
    );

test.describe('the copy button of a code block', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('the button appears in the corner on hover and copies the code', { tag: '@full' }, async ({
    chat,
  }) => {
    const { code, button } = await codeIn(chat);
    await expect(button).toHaveCSS('opacity', '0');
    await pointAt({ code, button });
    const [inner, outer] = await Promise.all([button, code].map((locator) => locator.boundingBox()));
    if (!inner || !outer) throw new Error('not drawn');
    expect([inner.width, inner.height, inner.y - outer.y]).toEqual([34, 34, 3]);
    expect(outer.x + outer.width - inner.x - inner.width).toBe(3);
    await button.click();
    await expect(copied(chat)).toHaveCount(1);
    expect(await clipboard(chat)).toBe(await code.innerText());
  });

  test('the button can be used by keyboard', { tag: '@ci' }, async ({ chat, page }) => {
    const { code, button } = await codeIn(chat);
    // The button loads on demand.
    await expect(button).toBeAttached();
    await code.focus();
    await page.keyboard.press('Shift+Tab');
    await expect(button).toBeFocused();
    await expect(button).toHaveCSS('opacity', '1');
    await page.keyboard.press('Enter');
    await expect(copied(chat)).toHaveCount(1);
    expect(await clipboard(chat)).toBe(await code.innerText());
  });

  test('the button copies without the clipboard API @full', async ({ chat, page }) => {
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    const { code, button } = await codeIn(chat);
    await pointAt({ code, button });
    await button.click();
    await expect(copied(chat)).toHaveCount(1);
    expect(await clipboard(chat)).toBe(await code.innerText());
  });

  test('the button selects the code and reports nothing if copying is not possible @full', async ({
    chat,
    page,
  }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;
    });
    const { code, button } = await codeIn(chat);
    await pointAt({ code, button });
    await button.click();
    await expect.poll(() => selected(chat)).toBe(await code.innerText());
    await expect(copied(chat)).toHaveCount(0);
  });
});

test('code in an answer from right to left reads from the left, with the button on its right', {
  tag: '@full',
}, async ({ chat, page }) => {
  const platform = await replacePlatform(chat);
  await chat.open();
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  platform.send(agentMessage('rtl', 'هكذا تكتب الدالة:\n```\nlamp(1);\n```'));
  const code = page.locator('[data-message-id="rtl"] pre');
  const button = page.getByRole('button', { name: 'Copy', exact: true });
  await expect(code).toHaveCSS('direction', 'ltr');
  const [inner, outer] = await Promise.all([button, code].map((locator) => locator.boundingBox()));
  if (!inner || !outer) throw new Error('not drawn');
  expect(outer.x + outer.width - inner.x - inner.width).toBeCloseTo(3, 0);
});

test.describe('the copy button on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('the button on a touch screen is always visible, beside the code', { tag: '@ci' }, async ({
    chat,
  }) => {
    const { code, button } = await codeIn(chat);
    await expect(button).toHaveCSS('opacity', '1');
    const edge = await code.evaluate(
      (element) => element.getBoundingClientRect().x + element.clientLeft + element.clientWidth,
    );
    expect((await button.boundingBox())?.x).toBeGreaterThanOrEqual(edge);
  });
});

test.describe('code with long lines', () => {
  const long = `const ${'lamp'.repeat(40)} = 1;`;

  /** Number of pixels in which two pictures differ so much that one could see it. */
  async function differences(page: Page, pictures: readonly Buffer[]): Promise<number | undefined> {
    // A page of its own: the policy of the visited one forbids reading the pictures.
    const reader = await page.context().newPage();
    const count = await reader.evaluate(
      async (sources) => {
        const [a, b] = await Promise.all(
          sources.map(async (source) => {
            const bitmap = await createImageBitmap(await (await fetch(source)).blob());
            const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
            const context = canvas.getContext('2d');
            context?.drawImage(bitmap, 0, 0);
            return context?.getImageData(0, 0, bitmap.width, bitmap.height).data;
          }),
        );
        return a?.reduce((sum, value, at) => sum + Number(Math.abs(value - (b?.[at] ?? 0)) > 16), 0);
      },
      pictures.map((picture) => `data:image/png;base64,${picture.toString('base64')}`),
    );
    await reader.close();
    return count;
  }

  /** True if text at the right edge fades: the block looks different without the fade. */
  async function fades(code: Locator): Promise<boolean> {
    const withFade = await code.screenshot();
    await code.evaluate((element) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('pre::after { visibility: hidden }');
      (element.getRootNode() as ShadowRoot).adoptedStyleSheets.push(sheet);
    });
    const without = await code.screenshot();
    await code.evaluate((element) => void (element.getRootNode() as ShadowRoot).adoptedStyleSheets.pop());
    return (await differences(code.page(), [withFade, without])) !== 0;
  }

  test('long lines fade at the edge beyond which they go on', { tag: '@full' }, async ({ chat, page }) => {
    const platform = await replacePlatform(chat);
    await chat.open();
    await expect(chat.host()).toHaveAttribute('data-connection', 'online');
    platform.send(
      agentMessage('long', `\`\`\`\n${long}\n\`\`\``),
      agentMessage('short', '```\nconst lamp = 1;\n```'),
    );
    const [code, short] = ['long', 'short'].map((id) => page.locator(`[data-message-id="${id}"] pre`));
    if (!code || !short) throw new Error('no code');
    await expect(page.getByRole('button', { name: 'Copy', exact: true })).toHaveCount(2);
    expect([await fades(code), await fades(short)]).toEqual([true, false]);
    await code.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
    expect(await fades(code)).toBe(false);
  });
});
