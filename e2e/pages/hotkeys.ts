import { expect } from 'playwright/test';
import { LONG, labPage } from './page.ts';

export default labPage({
  name: 'hotkeys-js: one-key shortcuts of a documentation site',
  scripts: { '/hotkeys.js': 'hotkeys-js/dist/hotkeys-js.umd.cjs' },
  body: `<input id="search">${LONG}<script src="/hotkeys.js"></script>
    <script>hotkeys('/,s', (event) => { event.preventDefault(); search.focus(); });</script>`,
  async after({ page }) {
    await page.mouse.click(200, 300);
    await page.keyboard.press('s');
    await expect(page.locator('#search')).toBeFocused();
  },
});
