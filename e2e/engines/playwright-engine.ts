import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Frame, FrameLocator, Page } from 'playwright/test';
import { type Engine, type EnginePage, type Target, WINDOW } from './engine-page.ts';
import { expressionOf } from './expression.ts';

/** A browser that Playwright drives. */
export function createPlaywrightEngine(browser: Browser): Engine {
  let context: BrowserContext | undefined;
  return {
    async open() {
      context = await browser.newContext({ viewport: WINDOW });
      return createPage(await context.newPage());
    },
    async closeWindows() {
      await context?.close();
      context = undefined;
    },
    quit: () => browser.close(),
  };
}

const locate = (place: Page | FrameLocator, target: Target) =>
  'css' in target
    ? place.locator(target.css)
    : place.getByRole(target.role, { name: target.name, exact: true });

/** `frame` is the selector of an iframe. */
function createPage(page: Page, frame?: string): EnginePage {
  const place = frame === undefined ? page : page.frameLocator(frame);
  const document = async (): Promise<Page | Frame> => {
    if (frame === undefined) return page;
    const content = await (await page.waitForSelector(frame)).contentFrame();
    if (content === null) throw new Error(`unable to enter ${frame}; it is not a frame`);
    return content;
  };
  return {
    goto: async (address) => void (await page.goto(address)),
    reload: async () => void (await page.reload()),
    evaluate: async (script, argument) => (await document()).evaluate(expressionOf(script, argument)),
    count: (target) => locate(place, target).filter({ visible: true }).count(),
    click: (target) => locate(place, target).filter({ visible: true }).click(),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    async scroll(css, byY) {
      await place.locator(css).hover();
      await page.mouse.wheel(0, byY);
    },
    async download(start) {
      const [download] = await Promise.all([page.waitForEvent('download'), start()]);
      return readFile(await download.path(), 'utf8');
    },
    frame: (css) => createPage(page, css),
    openWindow: async () => createPage(await page.context().newPage()),
    bringToFront: () => page.bringToFront(),
    resize: (width, height) => page.setViewportSize({ width, height }),
    screenshot: () => page.screenshot(),
  };
}
