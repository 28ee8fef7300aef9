import { expect, type Locator } from 'playwright/test';
import { type Lab, LONG, labPage } from './page.ts';

const DESKTOP = { width: 1366, height: 768 };
const PHONE = { width: 390, height: 844 };

/** The element is within the window. Measured by what is seen, which is right in every coordinate system. */
async function isInWindow(page: Lab['page'], element: Locator) {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await expect
    .poll(async () => {
      const box = await element.boundingBox();
      return box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height;
    })
    .toBe(true);
}

const zoomed = (style: string) =>
  labPage({
    name: `html { ${style} }`,
    head: `<style>html { ${style} }</style>`,
    body: LONG,
    async before({ page, foyer: { launcher } }) {
      await page.setViewportSize(DESKTOP);
      await isInWindow(page, launcher);
    },
    async after({ page, foyer: { launcher, panel, composer } }) {
      const close = panel.getByRole('button', { name: 'Close chat' });
      const checkPanel = async () => {
        for (const part of [panel.getByRole('heading').first(), close, composer])
          await isInWindow(page, part);
        await panel.getByRole('button', { name: 'Menu' }).click();
        await isInWindow(page, panel.getByRole('menuitem').first());
        await page.keyboard.press('Escape');
        await page.evaluate(() => scrollTo(0, 900));
        await isInWindow(page, composer);
      };
      await checkPanel();
      await close.click();
      await page.setViewportSize(PHONE);
      await isInWindow(page, launcher);
      await launcher.click();
      await checkPanel();
    },
  });

export default [
  ...[0.8, 1.25, 1.5].map((zoom) => `zoom: ${zoom}`),
  'transform: translateZ(0)',
  'contain: paint',
  'will-change: transform',
  'filter: none; perspective: 1000px',
].map(zoomed);
