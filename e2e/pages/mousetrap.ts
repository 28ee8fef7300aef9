import { expect } from 'playwright/test';
import { LONG, labPage } from './page.ts';

export default labPage({
  name: 'Mousetrap: shortcuts and sequences',
  scripts: { '/mousetrap.js': 'mousetrap/mousetrap.min.js' },
  body: `<output></output>${LONG}<script src="/mousetrap.js"></script>
    <script>Mousetrap.bind(['?', 'g i', 'i'], (event, keys) => { document.querySelector('output').append(keys); return false; });</script>`,
  async after({ page }) {
    await expect(page.locator('output')).toHaveText('');
    await page.mouse.click(200, 300);
    await page.keyboard.press('i');
    await expect(page.locator('output')).toHaveText('i');
  },
});
