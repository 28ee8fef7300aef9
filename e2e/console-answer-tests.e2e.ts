import { readFileSync } from 'node:fs';
import { expect, type Page } from 'playwright/test';
import { openObedientAgent } from '../test/cli/support/obedient-agent.ts';
import { faultsInLooks, openConsole } from './console-page.ts';
import { test } from './demo-fixture.ts';

const PATH = '/console/behaviour';
const example = (name: string) =>
  readFileSync(new URL(`../public/examples/behavior/${name}`, import.meta.url), 'utf8');
const RULES = example('rules.txt');
const BROKEN = RULES.replace('within 30 days', 'within 14 days');

let agent: Awaited<ReturnType<typeof openObedientAgent>>;
test.beforeAll(async () => {
  agent = await openObedientAgent();
});
test.afterAll(() => agent.close());

const editor = (page: Page) => page.getByLabel('Behaviour text');
const dialog = (page: Page) => page.getByRole('dialog');

async function openTests(page: Page, suite: string): Promise<void> {
  await page.getByText('Tests of answers').click();
  await page.getByLabel('Suite').fill(suite);
}

/** Saves a text, as the review does. */
async function save(page: Page, text: string): Promise<void> {
  await editor(page).fill(text);
  await page.getByRole('button', { name: 'Review changes' }).click();
  await dialog(page).getByRole('button', { name: 'Save to draft' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

test('a review runs the suite, and shows the answer that the draft breaks', { tag: '@ci' }, async ({
  page,
  demos,
}) => {
  const demo = await demos.start({ emulator: { agentModel: { url: agent.url } }, logLevel: 'silent' });
  const faults = await openConsole(page, demo, PATH);
  await save(page, RULES);
  await openTests(page, 'cases: [{ sai: Hello }]');
  await page.getByRole('button', { name: 'Run tests' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Line 1: case 1, sai: is unknown here; did you mean say?',
  );

  await page
    .getByLabel('Open a file')
    .setInputFiles({ name: 'rules.yaml', mimeType: 'text/yaml', buffer: Buffer.from(example('rules.yaml')) });
  await page.getByRole('button', { name: 'Run tests' }).click();
  const results = page.locator('.answer-tests .suite-results');
  await expect(results.getByRole('status')).toHaveText('Published: 4 of 4 pass.');

  await editor(page).fill(BROKEN);
  await page.getByRole('button', { name: 'Review changes' }).click();
  const reviewed = dialog(page).getByRole('region', { name: 'Tests of answers' });
  await expect(reviewed.getByRole('status')).toHaveText(
    'Published: 4 of 4 pass. Draft: 3 of 4 pass. The draft breaks 1 case.',
  );
  const first = reviewed.getByRole('listitem').first();
  await expect(first).toContainText('Can lamps be returned?');
  await expect(first).toContainText('broken by the draft');
  await expect(first).toContainText('says “30 days”');
  await expect(first).toContainText('Lamps and furniture can be returned within 14 days.');

  // The review is closed, the sentence mended, and the tests run again.
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await editor(page).fill(BROKEN.replace('14 days', '30 days, or 60 in winter'));
  await expect(results.getByText('The text has changed since.')).toBeVisible();
  await page.getByRole('button', { name: 'Run tests' }).click();
  await expect(results.getByRole('status')).toHaveText(
    'Published: 4 of 4 pass. Draft: 4 of 4 pass. The draft breaks no case.',
  );
  expect(faults).toEqual([]);
  await demo.close();
});

test('a platform that answers by its published agent alone says so, and its answers are tested', {
  tag: '@own-demo',
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, PATH);
  await editor(page).fill('Be brief.');
  await openTests(page, example('shop.yaml'));
  await page.getByRole('button', { name: 'Run tests' }).click();
  const results = page.locator('.suite-results');
  await expect(results.getByRole('status')).toHaveText('Published: 10 of 10 pass.');
  await expect(results).toContainText('The draft was not tested: debug chats of this platform');
  await page.getByLabel('Suite').fill('cases: [{ say: Where is your shop?, expect: At the sea }]');
  await page.getByRole('button', { name: 'Run tests' }).click();
  await expect(results.getByRole('status')).toHaveText('Published: 0 of 1 pass.');
  await results.locator('summary', { hasText: 'Where is your shop?' }).click();
  await expect(results).toContainText('14 Lantern Street');
  expect(faults).toEqual([]);
});

test('tests of answers have no fault for axe', {
  tag: '@ci',
}, async ({ page, demos }) => {
  const demo = await demos.start({ emulator: { agentModel: { url: agent.url } }, logLevel: 'silent' });
  const faults = await openConsole(page, demo, PATH);
  await save(page, RULES);
  await openTests(page, example('rules.yaml').replace('30 days', `30 days, ${'long '.repeat(80)}`));
  await editor(page).fill(RULES.replace('Monday to Saturday', 'Monday to Friday'));
  await page.getByRole('button', { name: 'Review changes' }).click();
  await expect(dialog(page).locator('.suite-results')).toBeVisible();
  expect(await faultsInLooks(page, 'dialog')).toEqual([]);
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await page.locator('.suite-results summary', { hasText: 'Can lamps be returned?' }).click();
  expect(await faultsInLooks(page)).toEqual([]);
  expect(faults).toEqual([]);
  await demo.close();
});
