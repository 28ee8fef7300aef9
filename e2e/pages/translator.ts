import { expect } from 'playwright/test';
import { labPage } from './page.ts';

export default labPage({
  name: 'a translator that wraps each text, as Google Translate does',
  body: `<main>Words</main><script>
    const translate = (root) => {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) {
        if (!text.data.trim() || text.parentElement?.closest('script, style, textarea, font')) continue;
        const font = document.createElement('font');
        font.style.verticalAlign = 'inherit';
        const inner = font.appendChild(font.cloneNode());
        text.replaceWith(font);
        inner.append(text.data.toUpperCase());
      }
    };
    setInterval(() => {
      translate(document.body);
      const chat = document.querySelector('foyer-chat')?.shadowRoot;
      if (chat) translate(chat);
    }, 50);</script>`,
  async after({ page }) {
    await expect(page.locator('main')).toHaveText('WORDS');
  },
});
