import type { Browser, Page } from 'playwright/test';
import type { Demo } from '../src/cli/demo.ts';
import { askRelay, openConsole } from './console-page.ts';
import { expect, FAST, test } from './fixtures.ts';
import { BRANDING } from './gallery/branding.ts';

const demoOptions = {
  emulator: { pace: FAST },
  logLevel: 'silent',
  settings: { FOYER_INSIGHTS: 'on' },
} as const;
test.use({ demoOptions });

/** Asks the relay for its counts of pages, as an operator. A test does not see what a page sends while it is left. */
async function operatorOf(browser: Browser, demo: Demo) {
  const page = await browser.newPage();
  const ask = askRelay(page, demo);
  return { page, totals: async () => (await ask('/overview')).visitors.totals };
}

/** Resolves when the page, or a frame in it, has run what counts: a script that has only arrived counts nothing yet. */
async function counting(page: Page): Promise<void> {
  const response = await page.waitForResponse(/report-health-/);
  await response.frame().evaluate(`import(${JSON.stringify(response.url())}).then(() => {})`);
}

test('M-14.18: the overview has what a visitor saw once the page is left', {
  tag: ['@ci', '@own-demo'],
}, async ({ chat, page, demo, browser }) => {
  const operator = await operatorOf(browser, demo);
  const counts = counting(page);
  await chat.openWithGreeting();
  await counts;
  await chat.send('Where is my order?');
  await expect(chat.messages('agent').nth(1)).toBeVisible();
  await page.goto('about:blank');
  await expect
    .poll(operator.totals)
    .toMatchObject({ pages: 1, failed_pages: 0, first_words: 1, failed_messages: 0, other_version_pages: 0 });

  const faults = await openConsole(operator.page, demo, '/console/overview');
  const heading = operator.page.getByRole('heading', { name: 'What visitors saw' });
  const section = operator.page.locator('section').filter({ has: heading });
  await expect(section).toContainText(/0\s%\scould not connect.*First word \d.*0 messages failed/);
  await expect(section).toContainText('the week before is not known');
  await expect(section).toContainText('One page has reported: an indication, not a count of all.');
  expect(faults).toEqual([]);
  await operator.page.close();
});

/** Sends each socket of the page to a path where none opens. */
const blockSockets = (page: Page) =>
  page.addInitScript(() => {
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL) {
        super(`${String(url).split('?')[0]}/none`);
      }
    };
  });

test('M-14.18: a page whose sockets are blocked reports that polls have carried it', {
  tag: ['@ci', '@own-demo'],
}, async ({ chat, page, demo, browser }) => {
  const operator = await operatorOf(browser, demo);
  await blockSockets(page);
  const counts = counting(page);
  await chat.openWithGreeting();
  await counts;
  await page.goto('about:blank');
  await expect
    .poll(operator.totals)
    .toMatchObject({ pages: 1, failed_pages: 0, carriers: { direct: 0, relay: 0, poll: 1 } });
  await operator.page.close();
});

test.describe('a relay without other ways', () => {
  const settings = { ...demoOptions.settings, FOYER_CARRIERS: 'direct' };
  test.use({ demoOptions: { ...demoOptions, settings } });

  test('M-14.18: a page whose sockets are blocked reports that it could not connect', {
    tag: ['@ci', '@own-demo'],
  }, async ({ chat, page, demo, browser }) => {
    const operator = await operatorOf(browser, demo);
    await blockSockets(page);
    const counts = counting(page);
    await chat.open();
    await expect(chat.host()).toHaveAttribute('data-connection', 'failed');
    await counts;
    await page.goto('about:blank');
    await expect
      .poll(operator.totals)
      .toMatchObject({ pages: 1, failed_pages: 1, first_words: 0, errors: { socket_blocked: 1 } });
    await operator.page.close();
  });
});

test('M-14.18: the chat in an iframe and the component of the npm package report, too', {
  tag: ['@ci', '@own-demo'],
}, async ({ page, demo, browser }) => {
  const operator = await operatorOf(browser, demo);
  const inFrame = counting(page);
  await page.goto(`${demo.siteUrl}/examples/help-centre/`);
  await inFrame;
  await page.goto(`${demo.siteUrl}/examples/preact-app/`);
  await expect.poll(operator.totals).toMatchObject({ pages: 1, failed_pages: 0 });
  const inComponent = counting(page);
  await page.locator('foyer-chat .launcher').click();
  await inComponent;
  await expect(page.locator('foyer-chat')).toHaveAttribute('data-connection', 'online');
  await page.close();
  await expect.poll(operator.totals).toMatchObject({ pages: 2, failed_pages: 0 });
  await operator.page.close();
});

test.describe('a site that requires consent', () => {
  test.use({ demoOptions: { ...demoOptions, branding: BRANDING } });

  test('M-14.18: a page that was not opened, or got no consent, reports nothing', {
    tag: ['@ci', '@own-demo'],
  }, async ({ chat, page, demo, browser }) => {
    const operator = await operatorOf(browser, demo);
    await page.goto(chat.shop);
    await expect(chat.launcher()).toBeVisible();
    await page.goto('about:blank');
    await chat.open();
    await page.getByRole('button', { name: chat.texts.decline }).click();
    await expect(chat.panel()).toHaveCount(0);
    await page.goto('about:blank');
    const counts = counting(page);
    await chat.open();
    await page.getByRole('button', { name: chat.texts.consent }).click();
    await expect(chat.suggestions().first()).toBeVisible();
    await counts;
    await page.goto('about:blank');
    // The third page is the first that reports.
    await expect.poll(operator.totals).toMatchObject({ pages: 1 });
    await operator.page.close();
  });
});
