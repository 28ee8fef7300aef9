import { expect, type Page } from 'playwright/test';
import { ALIVE, faultsInLooks, openConsole, rows } from './console-page.ts';
import { test } from './demo-fixture.ts';

test.use({ demoOptions: ALIVE });

const PATH = '/console/report';
const sheet = (page: Page) => page.getByRole('article');
const figures = (page: Page) => page.getByRole('table', { name: 'Figures' });
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** Opens the report of yesterday, once the relay has read that day. */
async function openReport(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.reload();
      await expect(sheet(page)).toBeVisible();
      return page.getByText('The relay has not read all conversations').count();
    })
    .toBe(0);
}

const monthOf = (day: string) =>
  new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.parse(day));

test('the report of yesterday has its figures, alerts and reasons, and leads to the rows of the day', async ({
  page,
  demo,
}) => {
  test.slow();
  const faults = await openConsole(page, demo, PATH);
  await openReport(page);
  await expect(page.getByLabel('Day', { exact: true })).toHaveValue(yesterday());
  await expect(figures(page).getByRole('row', { name: /^Handoff rate/ })).toContainText(/\d\s%/);
  await expect(page.getByText(/^The busiest hour began at \d\d:00, with \d+ conversations\.$/)).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'What has fired' }).getByRole('row', { name: /Slow turns/ }),
  ).toContainText('Resolved');
  await expect(page.getByRole('table', { name: 'Handoff reasons' }).getByRole('row')).not.toHaveCount(0);

  await page.getByRole('link', { name: 'Day before' }).click();
  await expect(page).toHaveURL(/day=\d{4}-\d\d-\d\d/);
  await page.goBack();
  // While it is read again, the day before stays.
  await expect(sheet(page)).toContainText(`${Number(yesterday().slice(8))} ${monthOf(yesterday())}`);
  await figures(page).getByRole('link', { name: 'Conversations' }).click();
  await expect(page).toHaveURL(new RegExp(`from=${yesterday()}T00`));
  await expect(rows(page).first()).toBeVisible();
  expect(faults).toEqual([]);
});

test('the sheet is printed alone, and a day that cannot be read says so', { tag: '@ci' }, async ({
  page,
  demo,
}) => {
  const faults = await openConsole(page, demo, `${PATH}?day=2020-01-01`);
  await expect(page.getByRole('alert')).toContainText('at most 400 days ago');
  await page.getByLabel('Day', { exact: true }).fill(yesterday());
  await expect(sheet(page)).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(sheet(page)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  expect(faults).toEqual([]);
});

test('a report has no fault for axe', {
  tag: '@ci',
}, async ({ page, demo }) => {
  const faults = await openConsole(page, demo, PATH);
  await expect(sheet(page)).toBeVisible();
  expect(await faultsInLooks(page)).toEqual([]);
  expect(faults).toEqual([]);
});
