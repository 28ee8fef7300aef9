import { expect } from 'playwright/test';
import { labPage } from './page.ts';

export default labPage({
  name: 'a dialog of the page around the chat, which Escape closes',
  body: `<dialog style="width: 500px; padding: 0"><div id="help" style="height: 600px"></div></dialog>
    <script>
      document.querySelector('dialog').showModal();
      window.keys = [];
      document.querySelector('dialog').addEventListener('keydown', ({ key }) => keys.push(key));
    </script>`,
  tag: '<script src="{{RELAY}}/widget.js" data-container="#help" async></script>',
  async after({ page, foyer: { composer } }) {
    await composer.press('Escape');
    await expect(page.locator('dialog')).toBeHidden();
    expect(await page.evaluate('keys')).toEqual(['Escape']);
  },
});
