import { expect } from 'playwright/test';
import { labPage } from './page.ts';

export default labPage({
  name: 'focus-trap: a dialog that allows clicks outside, in the capture phase',
  scripts: {
    '/tabbable.js': 'tabbable/dist/index.umd.min.js',
    '/focus-trap.js': 'focus-trap/dist/focus-trap.umd.min.js',
  },
  body: `<form id="dialog"><input id="inside"><button>Save</button></form>
    <script src="/tabbable.js"></script><script src="/focus-trap.js"></script>
    <script>focusTrap.createFocusTrap('#dialog', { allowOutsideClick: true, escapeDeactivates: false }).activate();</script>`,
  before: ({ page }) => expect(page.locator('#inside')).toBeFocused(),
  async after({ page }) {
    await page.locator('#inside').click();
    await page.keyboard.press('Shift+Tab');
    await expect(page.getByRole('button', { name: 'Save' })).toBeFocused();
  },
});
