import { expect, type Page } from 'playwright/test';
import { createFakeClock } from '../test/support/fake-clock.ts';
import { faultsInLooks, openConsole, panel, rows } from './console-page.ts';
import { test } from './demo-fixture.ts';

const PATH = '/console/calls';
const clock = createFakeClock();
/** The platform has a clock of its own, by which calls take a minute. */
test.use({ demoOptions: { emulator: { clock }, logLevel: 'silent' } });

const dialog = (page: Page) => page.getByRole('dialog');

async function place(page: Page, number: string): Promise<void> {
  await page.getByRole('button', { name: 'Place call' }).click();
  await dialog(page).getByLabel('Number').fill(number);
  await dialog(page).getByRole('button', { name: 'Place call' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

test('a call is placed, followed to its end, and listed', { tag: '@own-demo' }, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, PATH);
  await expect(page.getByText('No call was placed through this relay yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Place call' }).click();
  const number = dialog(page).getByLabel('Number');
  const hint = dialog(page).getByRole('status');
  await number.pressSequentially('0415 call');
  await expect(hint).toHaveText('A number has only digits after its +.');
  await number.fill('020 7946 0018');
  await expect(hint).toHaveText(/^Begin with \+/);
  await dialog(page).getByRole('button', { name: 'Place call' }).click();
  await expect(number).toBeFocused();
  await dialog(page).getByLabel('Country').fill('gb');
  await expect(hint).toHaveText('Calls 02079460018 in GB.');
  await number.fill('+1 (415) 555-2671');
  await expect(hint).toHaveText('Calls +14155552671.');
  await dialog(page).getByLabel('Encryption').selectOption('UDP/SRTP');
  await dialog(page).getByRole('button', { name: 'Add metadata' }).click();
  await dialog(page).getByLabel('Name 1').fill('order');
  await dialog(page).getByLabel('Value 1').fill('4711');
  const sent = page.waitForRequest((it) => it.method() === 'POST' && it.url().includes('/outbound-calls'));
  await dialog(page).getByRole('button', { name: 'Place call' }).click();
  expect((await sent).postDataJSON()).toEqual({
    to_number: '+14155552671',
    encryption: 'UDP/SRTP',
    metadata: { order: '4711' },
  });

  await expect(panel(page).getByRole('status')).toHaveText(/Queued/);
  clock.advance(1_000);
  await expect(panel(page).getByRole('status')).toHaveText(/Calling/);
  await expect(panel(page).locator('[aria-current=step]')).toHaveText('Calling');
  clock.advance(60_000);
  await expect(panel(page).getByRole('status')).toHaveText(/Success/);
  await expect(rows(page)).toHaveCount(1);
  await expect(page.locator('.data-row')).toContainText('+14155552671');
  await expect(page.locator('.data-row')).toContainText('Success');

  // An address is all that somebody else needs; a number that nobody answers ends with a reason.
  await page.reload();
  await expect(panel(page).getByRole('status')).toHaveText(/Success/);
  await panel(page).getByRole('button', { name: 'Call again' }).click();
  await expect(number).toHaveValue('+14155552671');
  await number.fill('+14155552670');
  await dialog(page).getByLabel('Host').selectOption('agents');
  await dialog(page).getByLabel('Environment').selectOption('sandbox');
  await dialog(page).getByRole('button', { name: 'Place call' }).click();
  await expect(panel(page)).toContainText('+14155552670');
  await expect(panel(page)).toContainText('Agents (recommended) · sandbox');
  clock.advance(31_000);
  await expect(panel(page).getByRole('status')).toHaveText('Failure The call was not answered');
  await expect(rows(page)).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(rows(page).first()).toBeFocused();
  expect(faults).toEqual([]);
});

test('a call that the platform refuses or has forgotten says so', { tag: ['@ci', '@own-demo'] }, async ({
  page,
  demo,
}) => {
  await openConsole(page, demo, PATH);
  await page.route('**/admin/v1/outbound-calls?host=*', (route) =>
    route.fulfill({
      status: 502,
      contentType: 'application/problem+json',
      body: JSON.stringify({ status: 502, title: 'The platform refused the key of the relay' }),
    }),
  );
  await page.getByRole('button', { name: 'Place call' }).click();
  await dialog(page).getByLabel('Number').fill('+14155552671');
  await dialog(page).getByRole('button', { name: 'Place call' }).click();
  await expect(dialog(page).getByRole('alert')).toHaveText('The platform refused the key of the relay.');
  await expect(dialog(page).getByLabel('Number')).toHaveValue('+14155552671');
  await page.unrouteAll();
  await dialog(page).getByRole('button', { name: 'Place call' }).click();
  await expect(panel(page).getByRole('status')).toHaveText(/Queued/);
  clock.advance(3 * 3_600_000);
  await expect(panel(page).getByText('The platform does not know this call.')).toBeVisible();
});

test('a call and its form have no fault for axe', {
  tag: ['@own-demo', '@ci'],
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, PATH);
  await place(page, '+14155552671');
  await expect(panel(page).getByRole('status')).toBeVisible();
  expect(await faultsInLooks(page)).toEqual([]);
  await panel(page).getByRole('button', { name: 'Call again' }).click();
  await dialog(page).getByRole('button', { name: 'Add metadata' }).click();
  await dialog(page).getByLabel('Number').fill('12');
  expect(await faultsInLooks(page, 'dialog')).toEqual([]);
  expect(faults).toEqual([]);
});
