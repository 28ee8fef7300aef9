import { expect } from 'playwright/test';
import { openConsole, SOME_CONVERSATIONS } from './console-page.ts';
import { test } from './demo-fixture.ts';

test.use({ demoOptions: SOME_CONVERSATIONS });

test('a week is compared with the one before, and an older range shows since when figures are known', {
  tag: '@ci',
}, async ({ page, demo }) => {
  await openConsole(page, demo, '/console/overview?range=7d');
  const card = page.locator('.card').filter({ hasText: 'Conversations' });
  // The platform has no conversations of the week before: it is known that there were none.
  await expect(card).toContainText('0 the week before', { timeout: 60_000 });

  const DAY_MS = 86_400_000;
  const now = Date.now();
  const [from, to] = [10, 3].map((days) => new Date(now - days * DAY_MS).toISOString());
  await page.goto(`${demo.relayUrl}/console/overview?from=${from}&to=${to}`);
  await expect(async () => {
    await page.reload();
    await expect(
      page.getByText(/Known since .*, which is too late to compare with the week before\.$/),
    ).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(card).toContainText('the week before is not known');
});

test('a relay that has read nothing yet shows no figures, and one that cannot read says why', {
  tag: '@ci',
}, async ({ page, demo }) => {
  await page.route('**/admin/v1/overview?*', async (route) => {
    const answer = await (await route.fetch()).json();
    const failing = { since: new Date().toISOString(), code: 'UNREACHABLE' };
    await route.fulfill({ json: { ...answer, known_since: null, known_until: null, failing } });
  });
  await openConsole(page, demo, '/console/overview');
  await expect(page.getByText('The relay has not read any conversation yet.')).toBeVisible();
  await expect(page.getByText(/The relay cannot read the platform since \d.* \(UNREACHABLE\)/)).toBeVisible();
  await expect(page.locator('.card').filter({ hasText: 'Conversations' })).toContainText('–');
});

test('the number of firing alerts stands beside the alerts, on every page and only with the right to read', {
  tag: '@ci',
}, async ({ page, demo }) => {
  const firing = ['Slow turns', 'Failing API calls'].map((name, at) => ({ alert_rule_id: `${at}`, name }));
  const asked: string[] = [];
  await page.route('**/admin/v1/overview?*', async (route) => {
    asked.push(route.request().url());
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, alerts: { at: new Date().toISOString(), firing } } });
  });
  await openConsole(page, demo, '/console/report');
  const link = (name: string) =>
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });
  await expect(link('Alerts 2 firing')).toBeVisible();
  await link('Overview').click();
  await expect(page.getByRole('heading', { name: 'Alerts firing' })).toBeVisible();
  await expect(link('Alerts 2 firing')).toBeVisible();

  // The page of the rules says what it shows itself: none fires.
  await link('Alerts 2 firing').click();
  await expect(link('Alerts')).toBeVisible();

  const before = asked.length;
  await page.route('**/console/session', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { ...answer, scopes: ['call'] } });
  });
  await page.goto(`${demo.relayUrl}/console/report`);
  await expect(page.getByText(/Report needs a key with the scope read/)).toBeVisible();
  expect(asked.length).toBe(before);
});

test('the overview says which range is counted, and with which one it is compared', {
  tag: '@ci',
}, async ({ page, demo }) => {
  let changes: Record<string, unknown> = {
    previous_from: '2026-03-01T18:00:00Z',
    previous_to: '2026-03-02T18:00:00Z',
  };
  await page.route('**/admin/v1/overview?*', async (route) => {
    const answer = await (await route.fetch()).json();
    const known = {
      from: '2026-03-08T18:30:00Z',
      to: '2026-03-09T18:30:00Z',
      known_since: '2026-01-01T00:00:00Z',
    };
    await route.fulfill({ json: { ...answer, ...known, previous: answer.totals, ...changes } });
  });
  await openConsole(page, demo, '/console/overview?zone=utc');
  const note = page.getByText(/^Compared with 1 Mar 18:00 – 2 Mar 18:00\.$/);
  await expect(note).toBeVisible();

  changes = { is_rounded: true, previous: null, previous_from: '2026-03-01T18:00:00Z' };
  await page.reload();
  await expect(
    page.getByText(
      'Counted 8 Mar 18:30 – 9 Mar 18:30: older figures are kept by the hour or day. What is kept of the week before is too coarse to compare with.',
    ),
  ).toBeVisible();
  const card = page.locator('.card').filter({ hasText: 'Conversations' });
  await expect(card).toContainText('the week before is not known');
  const href = new URL((await card.getByRole('link').getAttribute('href')) ?? '', demo.relayUrl);
  const [from, to] = ['2026-03-08T18:30:00.000Z', '2026-03-09T18:30:00.000Z'];
  expect([href.searchParams.get('from'), href.searchParams.get('to')]).toEqual([from, to]);
});
