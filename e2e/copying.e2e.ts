import { type ChatPage, expect, test } from './fixtures.ts';

/** An answer with a piece of code; returns the code and what copies it. */
async function codeIn(chat: ChatPage) {
  await chat.greeted();
  await chat.say('markdown');
  await expect(chat.messages('agent')).toHaveCount(2);
  await expect(chat.streaming()).toHaveCount(0);
  const answer = chat.messages('agent').last();
  return { code: answer.locator('pre'), button: answer.getByRole('button', { name: 'Copy', exact: true }) };
}

const clipboard = ({ page }: ChatPage) => page.evaluate(() => navigator.clipboard.readText());
const copied = ({ page }: ChatPage) => page.getByRole('status').getByText('Copied', { exact: true });
/** What the visitor has marked; a document tells of no selection within a shadow root. */
const marked = (chat: ChatPage) =>
  chat
    .host()
    .evaluate((host) =>
      (host.shadowRoot as unknown as { getSelection(): Selection }).getSelection().toString(),
    );

test.describe('a visitor who wants the code of an answer', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('finds the button in its corner when the pointer comes near, and has the code with one press', async ({
    chat,
  }) => {
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

  test('reaches it by keyboard', async ({ chat, page }) => {
    const { code, button } = await codeIn(chat);
    await code.focus();
    await page.keyboard.press('Shift+Tab');
    await expect(button).toBeFocused();
    await expect(button).toHaveCSS('opacity', '1');
    await page.keyboard.press('Enter');
    await expect(copied(chat)).toHaveCount(1);
    expect(await clipboard(chat)).toBe(await code.innerText());
  });

  test('has it where the page may not write to the clipboard, too', async ({ chat, page }) => {
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
    });
    const { code, button } = await codeIn(chat);
    await button.click();
    await expect(copied(chat)).toHaveCount(1);
    expect(await clipboard(chat)).toBe(await code.innerText());
  });

  test('finds it marked where nothing may copy, and is told no lie', async ({ chat, page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;
    });
    const { code, button } = await codeIn(chat);
    await button.click();
    await expect.poll(() => marked(chat)).toBe(await code.innerText());
    await expect(copied(chat)).toHaveCount(0);
  });
});

test.describe('a visitor with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('always sees the button', async ({ chat }) => {
    const { button } = await codeIn(chat);
    await expect(button).toHaveCSS('opacity', '1');
  });
});
