import { expect } from 'playwright/test';
import { faultsInLooks, goTo, openConsole, PAGES, panel, rows, SOME_CONVERSATIONS } from './console-page.ts';
import { test } from './demo-fixture.ts';

test.use({ demoOptions: SOME_CONVERSATIONS });

test('the list has the newest conversations first, and a filter stays in the address', async ({
  page,
  demo,
}) => {
  const faults = await openConsole(page, demo, '/console/conversations?range=7d');
  await expect.poll(() => rows(page).count()).toBeGreaterThanOrEqual(100);
  const shown = await rows(page).count();
  const starts = await rows(page)
    .locator('time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime')));
  expect(starts).toEqual(starts.toSorted().reverse());

  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(shown);

  await page.getByLabel('Channel', { exact: true }).selectOption('WEBCHAT');
  await expect(page).toHaveURL(/range=7d.*channel=WEBCHAT/);
  await expect(page.getByRole('cell', { name: 'VOICE-SIP' })).toHaveCount(0);
  await page.reload();
  await expect(page.getByLabel('Channel', { exact: true })).toHaveValue('WEBCHAT');
  await page.goBack();
  await expect(page.getByRole('cell', { name: 'VOICE-SIP' }).first()).toBeVisible();
  expect(faults).toEqual([]);
});

test('the overview counts what the list has, and each number leads to its rows', async ({ page, demo }) => {
  const faults = await openConsole(page, demo, '/console/overview?range=7d');
  const card = page.locator('.card').filter({ hasText: 'Conversations' });
  await expect
    .poll(async () => {
      await page.reload();
      await expect(card.locator('.card-value')).toBeVisible();
      return Number(((await card.locator('.card-value').textContent()) ?? '').replace(/\D/g, ''));
    })
    .toBeGreaterThan(100);
  await card.getByRole('link').click();
  await expect(page).toHaveURL(/\/console\/conversations\?range=7d/);
  await expect(rows(page).first()).toBeVisible();
  expect(faults).toEqual([]);
});

test('a filter that leaves nothing offers to remove it', async ({ page, demo }) => {
  await openConsole(page, demo, '/console/conversations?range=7d&channel=NOWHERE');
  await page.getByRole('link', { name: 'Remove NOWHERE' }).click();
  await expect(rows(page).first()).toBeVisible();
});

test('a conversation opens beside the list, and its layers stay on for the next one', async ({
  page,
  demo,
}) => {
  const faults = await openConsole(page, demo, '/console/conversations?range=7d');
  await rows(page).nth(2).click();
  await expect(panel(page).getByRole('listitem').first()).toBeVisible();
  await panel(page).getByRole('button', { name: 'Latency' }).click();
  await expect(
    panel(page)
      .getByText(/\d+\sms|\d\ss/)
      .first(),
  ).toBeVisible();
  const first = page.url();
  await panel(page).getByRole('button', { name: 'Next conversation' }).click();
  await expect(page).not.toHaveURL(first);
  await expect(panel(page).getByRole('button', { name: 'Latency' })).toHaveAttribute('aria-pressed', 'true');

  // The address is all that somebody else needs.
  await page.goto(first);
  await expect(panel(page).getByRole('listitem').first()).toBeVisible();
  await expect(panel(page).getByRole('button', { name: 'Latency' })).toHaveAttribute('aria-pressed', 'true');
  expect(faults).toEqual([]);
});

test('the recording of a call plays from the turn that is pressed', async ({ page, demo }) => {
  const faults = await openConsole(page, demo, '/console/conversations?range=7d&channel=VOICE-SIP');
  await rows(page).first().click();
  await expect(panel(page).locator('.wave-bars rect').first()).toBeAttached();
  await panel(page)
    .getByRole('button', { name: /^Play from/ })
    .nth(2)
    .click();
  const audio = panel(page).locator('audio');
  await expect
    .poll(() => audio.evaluate((element: HTMLAudioElement) => element.currentTime))
    .toBeGreaterThan(0);
  await expect(panel(page).locator('[data-heard=true]').first()).toBeVisible();
  expect(faults).toEqual([]);
});

test('the list works by keyboard alone', async ({ page, demo }) => {
  await openConsole(page, demo, '/console/alerts?range=7d');
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await expect(rows(page).first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(rows(page).nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeVisible();
  await page.keyboard.press(']');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(rows(page).nth(2)).toBeFocused();
  await page.keyboard.press('/');
  await page.keyboard.type('order');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=order/);
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { level: 1 }).click();
  // Without a recording the space bar is the browser's.
  const isKept = await page.evaluate(() =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true })),
  );
  expect(isKept).toBe(true);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('Ctrl+K opens pages, ranges and conversations, even while something is typed', async ({
  page,
  demo,
}) => {
  const faults = await openConsole(page, demo, '/console/conversations?range=7d');
  const id = (await rows(page).nth(3).getAttribute('data-row')) ?? '';
  const palette = page.getByRole('dialog', { name: 'Open' });
  const choose = async (text: string) => {
    await page.keyboard.press('Control+k');
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await expect(palette).toHaveCount(0);
  };
  await choose('delivery');
  await expect(page.getByRole('heading', { name: 'Endpoints of the platform' })).toBeVisible();
  await choose('last 30');
  await expect(page).toHaveURL(/view=delivery&range=30d/);
  await choose(id);
  await expect(panel(page).getByRole('listitem').first()).toBeVisible();
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Control+k');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(palette.getByRole('option', { selected: true })).toHaveText('Last 7 days');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('searchbox')).toBeFocused();
  expect(faults).toEqual([]);
});

test('an alert rule is created, changed and deleted', { tag: '@own-demo' }, async ({ page, demo }) => {
  await openConsole(page, demo, '/console/alerts');
  await page.getByRole('button', { name: 'Create rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('A rule that is not wanted');
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('alert')).toHaveText('Press Escape again to discard what you have entered.');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await page.getByRole('button', { name: 'Create rule' }).click();
  await dialog.getByLabel('Name').fill('<img src=x onerror=alert(1)>');
  await dialog.getByLabel('Metric').selectOption('turn_latency_p95');
  await dialog.getByLabel('Threshold').fill('900');
  await dialog.getByRole('button', { name: 'Create rule' }).click();
  const row = page.getByRole('row').filter({ hasText: '<img src=x' });
  await expect(row).toContainText('Turn latency, 95th percentile > 900');

  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('button', { name: 'Edit rule' }).click();
  await expect(dialog.getByLabel('Threshold')).toHaveValue('900');
  await dialog.getByLabel('Threshold').fill('800');
  await dialog.getByRole('button', { name: 'Save rule' }).click();
  await expect(row).toContainText('> 800');

  await row.getByRole('button', { name: /^Actions/ }).click();
  await page.getByRole('button', { name: 'Delete rule' }).click();
  await dialog.getByRole('button', { name: 'Delete rule' }).click();
  await expect(row).toHaveCount(0);
});

test('every page keeps its policy and has no fault for axe', {
  tag: '@ci',
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, '/console/conversations?range=7d');
  for (const name of PAGES) {
    await goTo(page, name);
    await expect(page.locator('[data-status=ready], main form').first()).toBeVisible();
    expect(await faultsInLooks(page), name).toEqual([]);
  }
  expect(faults).toEqual([]);
});
