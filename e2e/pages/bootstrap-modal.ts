import { expect } from 'playwright/test';
import { labPage } from './page.ts';

export default labPage({
  name: 'Bootstrap 5: an open modal, which holds the focus',
  scripts: { '/bootstrap.js': 'bootstrap/dist/js/bootstrap.bundle.min.js' },
  head: '<link rel="stylesheet" href="/bootstrap.css">',
  body: `<div class="modal" id="modal" tabindex="-1"><div class="modal-dialog"><div class="modal-content"><input id="inside"></div></div></div>
    <script src="/bootstrap.js"></script><script>new bootstrap.Modal('#modal').show();</script>`,
  before: ({ page }) => expect(page.locator('#modal.show')).toBeVisible(),
  async after({ page }) {
    await page.locator('#inside').click();
    await page.keyboard.type('in the modal');
    await expect(page.locator('#inside')).toHaveValue('in the modal');
    await page.keyboard.press('Escape');
    await expect(page.locator('#modal')).toBeHidden();
  },
});
