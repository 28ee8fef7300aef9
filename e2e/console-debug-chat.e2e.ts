import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from 'playwright/test';
import { faultsInLooks, goTo, openConsole, panel, rows } from './console-page.ts';
import { test } from './demo-fixture.ts';

test.use({
  demoOptions: {
    emulator: { pace: { wordMs: 1, thinkingMs: 5 }, conversations: { count: 100, seed: 7 } },
    logLevel: 'silent',
  },
});

const PATH = '/console/behaviour?chat=open';

const turns = (page: Page) => page.getByRole('list', { name: 'Turns' }).locator('> li');
const internals = (turn: Locator) => turn.locator('.internals');
const message = (page: Page) => page.getByLabel('Message');

async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start chat' }).click();
  await expect(turns(page)).toHaveCount(1);
}

async function say(page: Page, text: string): Promise<void> {
  const before = await turns(page).count();
  await message(page).fill(text);
  await page.keyboard.press('Enter');
  await expect(turns(page)).toHaveCount(before + 1);
}

test('a chat shows how the agent came to each answer, and is saved', async ({ page, demo }) => {
  const faults = await openConsole(page, demo, PATH);
  await page.getByLabel('Variant').fill('spring');
  await page.getByLabel('Integration attributes').fill('{"customer": ');
  await page.getByRole('button', { name: 'Start chat' }).click();
  await expect(page.getByText('This is no JSON object.')).toBeVisible();
  await page.getByLabel('Integration attributes').fill('{"customer": "gold"}');
  const sent = page.waitForRequest('**/admin/v1/debug-chat');
  await start(page);
  expect((await sent).postDataJSON()).toEqual({
    clientEnv: 'sandbox',
    variantId: 'spring',
    integrationAttributes: { customer: 'gold' },
  });

  await expect(turns(page).first()).toContainText(/\w/);
  await say(page, 'Where is my order 4711?');
  await expect(message(page)).toHaveValue('');
  const [greeting, answer] = [internals(turns(page).first()), internals(turns(page).last())];
  await expect(answer.getByText('greeting', { exact: true })).toBeVisible();
  await answer.locator('summary', { hasText: 'find_order' }).click();
  await expect(answer.locator('pre').first()).toBeVisible();
  await expect(greeting.getByText('No function was called in this turn.')).toBeHidden();
  await greeting.getByText('How it came to this').click();
  await expect(greeting.getByText('No function was called in this turn.')).toBeVisible();

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as JSON' }).click();
  const saved = JSON.parse(await readFile((await (await saving).path()) ?? '', 'utf8'));
  expect(saved.turns.map((it: { said?: string }) => it.said)).toEqual([undefined, 'Where is my order 4711?']);

  // A look at another page ends nothing; the agent can.
  await goTo(page, 'Alerts');
  await goTo(page, 'Behaviour');
  await page.getByRole('link', { name: 'Open debug chat' }).click();
  await expect(turns(page)).toHaveCount(2);
  await say(page, 'bye');
  await expect(page.getByText('The chat has ended.')).toBeVisible();
  await page.getByRole('button', { name: 'New chat' }).click();
  await expect(page.getByRole('button', { name: 'Start chat' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('a conversation is tried again with what its visitor said', async ({ page, demo }) => {
  const faults = await openConsole(page, demo, '/console/conversations?range=7d&channel=WEBCHAT');
  await rows(page).first().click();
  const said = panel(page).locator('.visitor .bubble');
  await expect(said.first()).toBeVisible();
  const words = await said.allTextContents();
  await panel(page).getByRole('link', { name: 'Try this again' }).click();
  await expect(page.getByLabel('Channel')).toHaveValue('WEBCHAT');
  await start(page);
  await expect(page.getByText(`${words[0]} (${words.length} left)`)).toBeVisible();
  await page.getByRole('button', { name: 'Say next' }).click();
  await expect(turns(page)).toHaveCount(2);
  await expect(turns(page).last().locator('.visitor')).toHaveText(words[0] ?? '');

  // The same of another conversation begins anew.
  await goTo(page, 'Conversations');
  await page.getByRole('link').and(rows(page)).nth(3).click();
  await panel(page).getByRole('link', { name: 'Try this again' }).click();
  await expect(page.getByRole('button', { name: 'Start chat' })).toBeVisible();
  expect(faults).toEqual([]);
});

test('a variant that does not exist, and a chat that the platform has forgotten, say so', {
  tag: '@ci',
}, async ({ page, demo }) => {
  await openConsole(page, demo, PATH);
  await page.getByLabel('Variant').fill('<img src=x>');
  await page.getByRole('button', { name: 'Start chat' }).click();
  await expect(page.getByRole('alert')).toContainText('draft you are attempting to chat with does not exist');
  await page.getByLabel('Variant').fill('');
  await start(page);
  await page.route('**/admin/v1/debug-chat/*', (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 400, title: 'Chat session exceeded the timeout limit' }),
    }),
  );
  await message(page).fill('Still there?');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Chat session exceeded the timeout limit.');
  await expect(message(page)).toHaveValue('Still there?');
  await page.goto(`${demo.relayUrl}/console/behaviour?again=nobody`);
  await expect(page.getByRole('alert')).toBeVisible();
});

test('the form and a chat have no fault for axe', {
  tag: '@ci',
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, PATH);
  await expect(page.getByRole('button', { name: 'Start chat' })).toBeVisible();
  expect(await faultsInLooks(page)).toEqual([]);
  await start(page);
  await say(page, 'Where is my order 4711?');
  for (const part of await internals(turns(page).last()).locator('details > summary').all())
    await part.click();
  expect(await faultsInLooks(page)).toEqual([]);
  expect(faults).toEqual([]);
});
