import { expect } from 'playwright/test';
import { LONG, labPage } from './page.ts';

export default labPage({
  name: 'a page that forbids copying, pasting, selecting and the context menu, in both phases',
  head: '<style>html, body { user-select: none; -webkit-user-select: none; }</style>',
  body: `${LONG}<script>
    for (const type of ['copy', 'cut', 'paste', 'contextmenu', 'selectstart', 'dragstart', 'beforeinput'])
      for (const capture of [true, false]) document.addEventListener(type, (event) => event.preventDefault(), capture);
    document.addEventListener('keydown', (event) => { if (event.ctrlKey) event.preventDefault(); });
    document.addEventListener('touchmove', (event) => event.preventDefault(), { passive: false });</script>`,
  async after({ page, foyer: { composer } }) {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await composer.fill('to copy');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Control+X');
    await expect(composer).toHaveValue('');
    await page.keyboard.press('Control+V');
    await page.keyboard.press('Control+V');
    await expect(composer).toHaveValue('to copyto copy');
    const isAllowed = await composer.evaluate((field) =>
      field.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, composed: true })),
    );
    expect(isAllowed).toBe(true);
  },
});
