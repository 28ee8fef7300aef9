import { expect, type Page } from 'playwright/test';
import { openConsole, panel, rows, SOME_CONVERSATIONS } from './console-page.ts';
import { test } from './demo-fixture.ts';

test.use({ demoOptions: SOME_CONVERSATIONS });

const problem = (status: number, title: string, detail: string) => ({
  status,
  contentType: 'application/problem+json',
  body: JSON.stringify({ title, status, detail, code: 'UNREACHABLE', request_id: 'request-7' }),
});
const DOWN = problem(503, 'The platform cannot be reached', 'Try again later.');

async function choose(page: Page, range: string): Promise<void> {
  await page.getByRole('button', { name: /^Time range/ }).click();
  await page.getByRole('button', { name: range }).click();
}

test('figures of another range than the one that is asked for are not shown when it cannot be read', {
  tag: '@ci',
}, async ({ page, demo }) => {
  await openConsole(page, demo, '/console/overview');
  await expect(page.locator('.card').first()).toBeVisible();
  await page.route('**/admin/v1/overview?*', (route) => route.fulfill(DOWN));
  await choose(page, 'Last 6 hours');
  await expect(page.getByRole('alert')).toContainText('The platform cannot be reached. Try again later.');
  await expect(page.getByRole('alert')).toContainText('request-7');
  await expect(page.locator('.card')).toHaveCount(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.locator('.card').first()).toBeVisible();
});

test('a page without network says so, and reads again when it is back', { tag: '@ci' }, async ({
  page,
  demo,
}) => {
  await openConsole(page, demo, '/console/overview?range=7d');
  await expect(page.locator('.card').first()).toBeVisible();
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Conversations', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText(/The relay cannot be reached\. ?Check the network/);
  // Unknown is not none.
  await expect(page.getByRole('button', { name: 'In progress', exact: true })).toBeVisible();
  await page.context().setOffline(false);
  await expect(rows(page).first()).toBeVisible();
});

test('an address without a page leads to the first one, and unreadable annotations are reported', {
  tag: '@ci',
}, async ({ page, demo }) => {
  await openConsole(page, demo, '/console/nowhere');
  await page.getByRole('main').getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await page.route('**/annotations', (route) => route.fulfill(DOWN));
  await page.goto(`${demo.relayUrl}/console/conversations?range=7d`);
  await rows(page).first().click();
  await expect(panel(page).getByText(/^The annotations that were placed .* cannot be read\./)).toBeVisible();
});

test('a recording that cannot be played can be tried again', { tag: '@ci' }, async ({ page, demo }) => {
  await page.route('**/audio', (route) => route.fulfill(DOWN));
  await openConsole(page, demo, '/console/conversations?range=7d&channel=VOICE-SIP');
  await rows(page).first().click();
  await expect(panel(page).getByText(/^The recording cannot be played\./)).toBeVisible();
  await expect(panel(page).locator('audio')).toBeHidden();
  await page.unrouteAll();
  await panel(page).getByRole('button', { name: 'Try again' }).click();
  await expect(panel(page).locator('audio')).toBeVisible();
  await expect(panel(page).locator('.wave-bars rect').first()).toBeAttached();
});

test('the console says when a proxy has answered instead of the relay', { tag: '@ci' }, async ({
  page,
  demo,
}) => {
  await page.route('**/admin/v1/**', (route) => route.fulfill({ status: 502, body: '<h1>Bad gateway</h1>' }));
  await openConsole(page, demo, '/console/audit');
  await expect(page.getByRole('alert')).toContainText(
    /The relay answered 502\. ?A proxy in front of the relay/,
  );
});

test('a range without conversations offers a longer one', { tag: '@ci' }, async ({ page, demo }) => {
  await page.route('**/admin/v1/conversations?*', async (route) => {
    const { searchParams } = new URL(route.request().url());
    const days = (Date.now() - Date.parse(searchParams.get('start_time') ?? '')) / 86_400_000;
    if (days > 3) await route.continue();
    else await route.fulfill({ json: { conversations: [] } });
  });
  await openConsole(page, demo, '/console/conversations?range=1h');
  await page.getByRole('link', { name: 'Show last 7 days' }).click();
  await expect(page).toHaveURL(/range=7d/);
});

test('rows that cannot be read, and a conversation that is gone, say why', { tag: '@ci' }, async ({
  page,
  demo,
}) => {
  await openConsole(page, demo, '/console/conversations?range=7d');
  await expect(rows(page).first()).toBeVisible();
  await page.route('**/admin/v1/conversations?*', (route) => route.fulfill(DOWN));
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.getByRole('alert')).toContainText('The platform cannot be reached.');

  await rows(page).nth(0).click();
  await expect(panel(page).getByRole('listitem').first()).toBeVisible();
  await page.route(/\/admin\/v1\/conversations\/[^/?]+$/, (route) =>
    route.fulfill(problem(404, 'The platform does not know this', 'Conversation ID does not exist.')),
  );
  await panel(page).getByRole('button', { name: 'Next conversation' }).click();
  await expect(panel(page).getByRole('alert')).toContainText('Conversation ID does not exist.');
  // Not the words of the conversation before.
  await expect(panel(page).getByRole('listitem')).toHaveCount(0);
});

test('a person who was signed out signs in on the page where they were', { tag: '@ci' }, async ({
  page,
  demo,
}) => {
  await openConsole(page, demo, '/console/conversations?range=7d');
  await expect(rows(page).first()).toBeVisible();
  await page.context().clearCookies();
  await choose(page, 'Last 30 days');
  await expect(page.getByRole('alert')).toHaveText(/You have been signed out/);
  await expect(page.getByLabel('Admin key')).toBeFocused();
  await page.keyboard.type(demo.adminKey);
  await page.keyboard.press('Enter');
  await expect(rows(page).first()).toBeVisible();
  await expect(page).toHaveURL(/range=30d/);
});

test('a relay that does not say who is signed in can be asked again', { tag: '@ci' }, async ({
  page,
  demo,
}) => {
  await openConsole(page, demo);
  await page.route('**/console/session', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }));
  await page.reload();
  await expect(page.getByRole('alert')).toHaveText('The console cannot be opened. The relay answered 502.');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
});

test('the console names what the platform answered, with the next step', { tag: '@ci' }, async ({
  page,
  demo,
}) => {
  const answers: readonly [number, object, RegExp][] = [
    [
      429,
      { title: 'The platform received too many requests', upstream: { status: 429 } },
      /too many requests\. Try again in 12 s\.\s*The platform answered 429\./,
    ],
    [
      502,
      { title: 'The platform failed', upstream: { status: 500, error_id: 'e-7' } },
      /answered 500 \(its error e-7\)\. Try again in a minute/,
    ],
    [
      502,
      { title: 'The platform does not accept the key', upstream: { status: 401 } },
      /answered 401\. foyer-relay doctor/,
    ],
    [
      502,
      { title: 'The answer does not match', upstream: { status: 200 } },
      /answered 200\. The platform may be newer/,
    ],
  ];
  await openConsole(page, demo, '/console/audit');
  for (const [status, body, expected] of answers) {
    await page.route('**/admin/v1/audit?*', (route) =>
      route.fulfill({
        status,
        headers: { 'Retry-After': '12' },
        json: { ...body, status, request_id: 'request-7' },
      }),
    );
    await page.reload();
    await expect(page.getByRole('alert')).toContainText(expected);
    await page.unrouteAll();
  }
});

test('a conversation without ids is shown', { tag: '@ci' }, async ({ page, demo }) => {
  await page.route(/\/admin\/v1\/conversations\/[^/?]+$/, async (route) => {
    const { conversationId, accountId, projectId, ...rest } = await (await route.fetch()).json();
    await route.fulfill({ json: rest });
  });
  await openConsole(page, demo, '/console/conversations?range=7d');
  await rows(page).first().click();
  await expect(panel(page).getByRole('listitem').first()).toBeVisible();
});

test('a page whose script is on its way shows that it loads', { tag: '@ci' }, async ({ page, demo }) => {
  await openConsole(page, demo, '/console/overview');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/console/assets/page-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Audit', exact: true }).click();
  await expect(page.locator('main .progress')).toBeVisible();
  release();
  await expect(page.getByRole('link', { name: 'Reads', exact: true })).toBeVisible();
});
