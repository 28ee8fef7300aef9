import { test } from './embedding-page.ts';
import { expect } from './fixtures.ts';

const ACCEPT = '<button id="accept" style="padding: 12px 24px">Accept all</button>';

/** Common shapes of cookie bars, with "Accept all" where launcher or prompt would be. */
const BARS = {
  'across the bottom': `<div class="bar" style="position: fixed; inset: auto 0 0; height: 96px; background: #ddd; text-align: end">${ACCEPT}</div>`,
  'floating, with a margin': `<div class="bar" style="position: fixed; inset: auto 24px 24px; height: 110px; background: #ddd; text-align: end">${ACCEPT}</div>`,
  'a box in the corner': `<div class="bar" style="position: fixed; right: 16px; bottom: 16px; width: 320px; height: 180px; background: #ddd">${ACCEPT}</div>`,
  'within a wrapper of a consent tool': `<div id="tool"><div><div class="bar" style="position: fixed; inset: auto 0 0 0; padding: 30px; background: #ddd; text-align: end">${ACCEPT}</div></div></div>`,
  'in a frame': `<iframe class="bar" title="Cookies" style="position: fixed; inset: auto 0 0; width: 100%; height: 120px; border: 0; background: #ddd" srcdoc="Cookies"></iframe>`,
};

/** The pages of `pages/bars.ts` have the others, too. */
const FIRST = /^(across|in a frame)/;

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

for (const [name, bar] of Object.entries(BARS))
  test(`launcher and prompt rise above a bar ${name}, and return`, {
    tag: FIRST.test(name) ? '@ci' : '@full',
  }, async ({ page, visit }) => {
    for (const viewport of SIZES) {
      await page.setViewportSize(viewport);
      const chat = await visit({ body: `<main style="height: 3000px">A page</main>${bar}` });
      const bottom = async (selector: string) => {
        // Without a request a busy browser without a screen draws no frame, and nothing moves.
        await page.evaluate(() => new Promise(requestAnimationFrame));
        const box = await page.locator(`foyer-chat ${selector}`).boundingBox();
        return box ? box.y + box.height : Number.NaN;
      };
      const barTop = await page.locator('.bar').evaluate((element) => element.getBoundingClientRect().top);
      await expect.poll(() => bottom('.launcher')).toBeLessThanOrEqual(barTop);
      await page.evaluate(() =>
        (window.Foyer as { prompt(prompt: object): void }).prompt({ text: 'Need help?', actions: ['Yes'] }),
      );
      await expect(page.locator('foyer-chat .prompt')).toBeVisible();
      await expect.poll(() => bottom('.prompt')).toBeLessThanOrEqual((await bottom('.launcher')) - 60);
      await page.locator('.bar').evaluate((element) => {
        // Tools remove their bar, or hide it after the click.
        if (element.id) element.remove();
        else (element as HTMLElement).style.display = 'none';
      });
      await page.mouse.click(viewport.width / 2, 60);
      await expect.poll(() => bottom('.launcher')).toBe(viewport.height - 20);
      await expect(chat.launcher()).toBeVisible();
    }
  });

test('launcher and prompt stay below what covers most of the window, and rise above later bars', {
  tag: '@ci',
}, async ({ page, visit }) => {
  await visit({ body: '<div style="position: fixed; inset: 0; background: rgb(0 0 0 / 20%)"></div>' });
  const bottom = async () => {
    await page.evaluate(() => new Promise(requestAnimationFrame));
    const box = await page.locator('foyer-chat .launcher').boundingBox();
    return box ? box.y + box.height : Number.NaN;
  };
  await page.evaluate(() => {
    const bar = document.createElement('div');
    bar.style.cssText = 'position: fixed; inset: auto 0 0; height: 100px';
    document.body.append(bar);
  });
  await expect.poll(bottom).toBe(800 - 20 - 100);
  await page.evaluate(() => document.body.lastElementChild?.remove());
  await expect.poll(bottom).toBe(800 - 20);
});
