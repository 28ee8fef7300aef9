import { readFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import { newSession, openSocket } from '../test/emulator/support/visitor.ts';
import { createFakeClock } from '../test/support/fake-clock.ts';
import { goTo, openConsole, panel } from './console-page.ts';
import { test } from './demo-fixture.ts';

/** Tasks of a new operator, each with the time that a browser needs for it. The times are printed for a person to judge. */

const relayModule = new URL('../dist/node/relay.js', import.meta.url).href;

/**
 * The platform's own clock, by which calls take a minute and rules are evaluated each minute. It begins late, because the relay
 * accepts no signature from the far future.
 */
const clock = createFakeClock(Date.now() - 180_000);
test.use({
  demoOptions: {
    emulator: { clock, pace: { wordMs: 1, thinkingMs: 0 } },
    logLevel: 'silent',
  },
});

const dialog = (page: Page) => page.getByRole('dialog');

async function timed(task: string, perform: () => Promise<void>): Promise<void> {
  const begin = performance.now();
  await perform();
  const seconds = ((performance.now() - begin) / 1_000).toFixed(1);
  test.info().annotations.push({ type: 'stopwatch', description: `${task}: ${seconds} s` });
  console.log(`${task}: ${seconds} s`);
}

// The platform takes no branch for a debug chat, so it answers as published.
test('a sentence is changed on a draft, and a debug chat answers', { tag: ['@ci', '@own-demo'] }, async ({
  page,
  demo,
}) => {
  const faults = await openConsole(page, demo);
  await timed('change a sentence on a draft and talk to the agent', async () => {
    await goTo(page, 'Behaviour');
    const editor = page.getByLabel('Behaviour text');
    await expect(editor).toHaveValue(/^You are Iris/);
    await editor.fill(
      (await editor.inputValue()).replace('You are Iris', 'You are Iris, who is never in a hurry'),
    );
    await page.getByRole('button', { name: 'Review changes' }).click();
    await dialog(page).getByRole('button', { name: 'Save to draft' }).click();
    await expect(page.getByText('Not saved')).toHaveCount(0);
    await goTo(page, 'Debug chat');
    await page.getByRole('button', { name: 'Start chat' }).click();
    const turns = page.getByRole('list', { name: 'Turns' }).locator('> li');
    await expect(turns).toHaveCount(1);
    await page.getByLabel('Message').fill('delivery');
    await page.keyboard.press('Enter');
    await expect(turns.last()).toContainText('days');
  });
  expect(faults).toEqual([]);
});

test('a call is placed and followed to its end', { tag: ['@ci', '@own-demo'] }, async ({ page, demo }) => {
  const faults = await openConsole(page, demo);
  await timed('place a call and see its end', async () => {
    await goTo(page, 'Calls');
    await page.getByRole('button', { name: 'Place call' }).click();
    await dialog(page).getByLabel('Number').fill('+14155552671');
    await dialog(page).getByRole('button', { name: 'Place call' }).click();
    await expect(panel(page).getByRole('status')).toHaveText(/Queued/);
    clock.advance(61_000);
    await expect(panel(page).getByRole('status')).toHaveText(/Success/);
  });
  expect(faults).toEqual([]);
});

test('a secret is rotated while events arrive, and none is lost', { tag: ['@ci', '@own-demo'] }, async ({
  page,
  demo,
}) => {
  const faults = await openConsole(page, demo);
  const headers = { Authorization: `Bearer ${demo.adminKey}` };
  const admin = `${demo.relayUrl}/admin/v1`;
  const ids: string[] = [];
  /** Lets three more rules fire. The platform delivers their events one after the other, with the secret that it has. */
  async function fire(): Promise<void> {
    for (let nth = 0; nth < 3; nth += 1) {
      const data = {
        name: `Rule ${ids.length}`,
        metric: 'call_volume',
        operator: '>=',
        threshold_value: 0,
        window_duration: '60m',
      };
      const created = await page.request.post(`${admin}/alert-rules`, { data, headers });
      expect(created.status()).toBe(201);
      ids.push(((await created.json()) as { id: string }).id);
    }
    clock.advance(60_000);
  }
  const received = async () => {
    const answer = await page.request.get(`${admin}/webhook-events`, { headers });
    const { events, refused } = (await answer.json()) as {
      events: { body?: unknown }[];
      refused: { count: number };
    };
    const fired = events.map(({ body }) => /ar_\w+/.exec(JSON.stringify(body))?.[0]);
    return { fired: fired.sort(), refused: refused.count };
  };
  // Rules say nothing about an hour without conversations.
  const visitor = await openSocket(demo.emulator, await newSession(demo.emulator));
  visitor.join();
  await visitor.settled();
  await timed('rotate a secret with events arriving', async () => {
    await goTo(page, 'Webhooks');
    await fire();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Relay of the demo' })
      .getByRole('button', { name: /^Actions/ })
      .click();
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    const firing = fire();
    await dialog(page).getByRole('button', { name: 'Rotate secret' }).click();
    await expect(dialog(page).getByText(/replace the old secret of alerts by signing_secret/)).toBeVisible();
    await firing;
    await fire();
    // The platform sends an event that came during the rotation again a minute later.
    const inTime = async () => {
      clock.advance(20_000);
      return received();
    };
    await expect.poll(inTime, { intervals: [1_000] }).toEqual({ fired: [...ids].sort(), refused: 0 });
  });
  expect(faults).toEqual([]);
});

test('the widget is branded and pasted into a page', { tag: ['@ci', '@own-demo'] }, async ({
  page,
  context,
  demo,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const faults = await openConsole(page, demo);
  const pasted = await context.newPage();
  let close = async () => {};
  await timed('brand the widget and paste it into a page', async () => {
    await goTo(page, 'Install');
    await page.getByRole('textbox', { name: 'Title' }).fill('Night desk');
    await page.getByRole('textbox', { name: 'Accent' }).fill('#b3261e');
    const preview = page.frameLocator('iframe[title=Preview]').locator('foyer-chat');
    await expect(preview.getByRole('dialog', { name: 'Night desk' })).toBeVisible();
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download branding file' }).click();
    const branding = await readFile((await (await saving).path()) ?? '', 'utf8');
    await page
      .getByRole('figure', { name: 'Script tag', exact: true })
      .getByRole('button', { name: 'Copy' })
      .click();
    const snippet = await page.evaluate(() => navigator.clipboard.readText());

    // The relay begins with the file.
    const { parseConfig, startRelay } = (await import(relayModule)) as typeof import('../src/relay/index.ts');
    const { messagingUrl, connectorToken, hostIdentifier } = demo.emulator;
    const config = parseConfig(
      {
        FOYER_PORT: '0',
        FOYER_MESSAGING_URL: messagingUrl,
        FOYER_CONNECTOR_TOKEN: connectorToken,
        FOYER_HOST_IDENTIFIER: hostIdentifier,
        FOYER_ALLOWED_ORIGINS: 'http://localhost:4711',
        FOYER_WIDGET_CONFIG: 'branding.json',
        FOYER_LOG_LEVEL: 'silent',
      },
      { read: (path) => (path === 'branding.json' ? branding : undefined) },
    );
    if (!config.ok) throw new Error(JSON.stringify(config.error));
    const relay = await startRelay(config.value);
    close = relay.close;
    const html = `<!doctype html><title>Shop</title>${snippet.replace(demo.relayUrl, relay.url)}`;
    await pasted.route('http://localhost:4711/', (route) =>
      route.fulfill({ contentType: 'text/html', body: html }),
    );
    await pasted.goto('http://localhost:4711/');
    await pasted.locator('foyer-chat').getByRole('button').first().click();
    await expect(pasted.getByRole('dialog', { name: 'Night desk' })).toBeVisible();
  });
  await close();
  expect(faults).toEqual([]);
});
