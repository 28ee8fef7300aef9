import { expect } from 'playwright/test';
import { type Lab, LONG, labPage } from './page.ts';

const BAR = 'left: 0; right: 0; bottom: 0; height: 120px; background: #ddd;';

/** The launcher, closed, is above the bar, which stays usable. */
const isBelow = async ({ page, foyer: { launcher } }: Lab) => {
  await expect
    .poll(async () => {
      await page.evaluate(() => new Promise(requestAnimationFrame));
      const box = await launcher.boundingBox();
      return box && box.y + box.height;
    })
    .toBeLessThanOrEqual(800 - 120);
  await page.getByText('Accept').click({ trial: true });
};

const bar = (name: string, body: string) =>
  labPage({ name: `a cookie bar ${name}`, body: `${LONG}${body}`, before: isBelow });

export default [
  bar(
    'in a shadow root',
    `<div id="tool"></div><script>
    tool.attachShadow({ mode: 'open' }).innerHTML = '<div style="position: fixed; ${BAR} text-align: end"><button>Accept</button></div>';</script>`,
  ),
  bar(
    'in a shadow root of a shadow root, slotted',
    `<div id="tool"><div style="text-align: end; height: 120px; background: #ddd"><button>Accept</button></div></div><script>
    const outer = tool.attachShadow({ mode: 'open' });
    outer.innerHTML = '<div><slot></slot></div>';
    outer.firstChild.style.cssText = 'position: fixed; ${BAR}';</script>`,
  ),
  bar(
    'that is rendered late into an inner element',
    `<div id="root"></div><script>
    setTimeout(() => { root.innerHTML = '<div style="position: fixed; ${BAR} text-align: end"><button>Accept</button></div>'; }, 2500);</script>`,
  ),
  bar(
    'that a class shows after a scroll',
    `<style>#bar { position: fixed; ${BAR} text-align: end; display: none } .scrolled #bar { display: block }</style>
    <div id="root"><div id="bar"><button>Accept</button></div></div>
    <script>addEventListener('scroll', () => document.body.classList.add('scrolled')); setTimeout(() => scrollTo(0, 500), 100);</script>`,
  ),
  bar(
    'that sticks to the bottom',
    `<div style="position: sticky; ${BAR} text-align: end"><button>Accept</button></div>`,
  ),
  bar(
    'in a wrapper without pointer events',
    `<div style="position: fixed; inset: 0; display: flex; align-items: end; pointer-events: none">
    <div style="flex: 1; height: 120px; background: #ddd; text-align: end; pointer-events: auto"><button>Accept</button></div></div>`,
  ),
];
