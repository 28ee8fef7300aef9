import { type ChatPage, expect, test } from './fixtures.ts';

/** Opens an answer with a code block. Returns the block and its copy button. */
async function codeIn(chat: ChatPage) {
  await chat.openWithGreeting();
  await chat.send('markdown');
  await expect(chat.messages('agent')).toHaveCount(2);
  await expect(chat.streaming()).toHaveCount(0);
  const answer = chat.messages('agent').last();
  return { code: answer.locator('pre'), button: answer.getByRole('button', { name: 'Copy', exact: true }) };
}

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

  test('appears in the corner on hover and copies the code', async ({ chat }) => {
    const { code, button } = await codeIn(chat);
    await expect(button).toHaveCSS('opacity', '0');
    await code.hover();
    await expect(button).toHaveCSS('opacity', '1');
    const [inner, outer] = await Promise.all([button, code].map((it) => it.boundingBox()));
    if (!inner || !outer) throw new Error('not drawn');
    expect([inner.width, inner.height, inner.y - outer.y]).toEqual([34, 34, 3]);
    expect(outer.x + outer.width - inner.x - inner.width).toBe(3);
    await button.click();
    await expect(copied(chat)).toHaveCount(1);
    expect(await clipboard(chat)).toBe(await code.innerText());
  });

  test('can be used by keyboard', async ({ chat, page }) => {
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

  test('copies without the clipboard API @full', async ({ chat, page }) => {
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    const { code, button } = await codeIn(chat);
    await button.click();
    await expect(copied(chat)).toHaveCount(1);
    expect(await clipboard(chat)).toBe(await code.innerText());
  });

  test('selects the code and reports nothing if copying is not possible @full', async ({ chat, page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;
    });
    const { code, button } = await codeIn(chat);
    await button.click();
    await expect.poll(() => selected(chat)).toBe(await code.innerText());
    await expect(copied(chat)).toHaveCount(0);
  });
});

test.describe('the copy button on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('is always visible', async ({ chat }) => {
    const { button } = await codeIn(chat);
    await expect(button).toHaveCSS('opacity', '1');
  });
});
