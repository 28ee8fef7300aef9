import { expect } from 'playwright/test';
import { LONG, labPage } from './page.ts';

export default labPage({
  name: 'Lenis: smooth scrolling',
  scripts: { '/lenis.js': 'lenis/dist/lenis.min.js' },
  body: `${LONG}<script src="/lenis.js"></script><script>new Lenis({ autoRaf: true });</script>`,
  async after({ page }) {
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.mouse.move(200, 300);
    await page.mouse.wheel(0, 400);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  },
});
