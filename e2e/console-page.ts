import { expect, type Page } from 'playwright/test';
import type { Demo, DemoOptions } from '../src/cli/demo.ts';
import { PAGES as CONSOLE_PAGES } from '../src/console/page-list.ts';
import { readCsv } from '../test/support/read-csv.ts';
import { IS_FULL } from '../test/support/sizes.ts';
import { violations } from './axe.ts';
import { FAST } from './demo-fixture.ts';

// Tests with the same options share a demo.
/** A demo with some conversations of the last days. */
export const SOME_CONVERSATIONS: DemoOptions = {
  emulator: { pace: FAST, conversations: { count: 300, seed: 7 } },
  logLevel: 'silent',
};
/** A demo with fifteen days of conversations and alerts, and new ones. */
export const ALIVE: DemoOptions = { emulator: { pace: FAST }, isAlive: true, logLevel: 'silent' };

/** Opens a page of the console, signed in. Everything that its policy refuses, and every error, is collected. */
export async function openConsole(
  page: Page,
  { relayUrl, adminKey }: Pick<Demo, 'relayUrl' | 'adminKey'>,
  path = '/console',
): Promise<string[]> {
  const faults: string[] = [];
  await page.exposeFunction('reportFault', (value: string) => faults.push(value));
  await page.addInitScript(() => {
    const report = (window as unknown as { reportFault(fault: string): void }).reportFault;
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      report(`${violatedDirective} ${blockedURI}`),
    );
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto(`${relayUrl}${path}#key=${adminKey}`);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  return faults;
}

export const rows = (page: Page) => page.locator('[data-row]');
export const panel = (page: Page) => page.getByRole('complementary');

/** Loads the whole list, and counts its rows. */
export async function countRows(page: Page): Promise<number> {
  const more = page.getByRole('button', { name: 'Show more' });
  await expect(page.locator('.list-side [data-status=ready]')).toBeVisible();
  while (await more.isVisible()) {
    const before = await rows(page).count();
    await more.click();
    await expect.poll(() => rows(page).count()).not.toBe(before);
  }
  return rows(page).count();
}

/** Asks the admin side of the relay for JSON. */
export const askRelay =
  (page: Page, { relayUrl, adminKey }: Pick<Demo, 'relayUrl' | 'adminKey'>) =>
  async (path: string) => {
    const headers = { Authorization: `Bearer ${adminKey}` };
    return (await page.request.get(`${relayUrl}/admin/v1${path}`, { headers })).json();
  };

/** When the conversations of a range began, as the platform lists them. */
export async function begins(
  page: Page,
  { relayUrl, adminKey }: Pick<Demo, 'relayUrl' | 'adminKey'>,
  [from, to]: readonly [number, number],
  environment = 'live',
): Promise<readonly number[]> {
  const [start_time, end_time] = [from, to].map((it) => new Date(it).toISOString());
  const query = new URLSearchParams({ start_time, end_time, client_env: environment } as Record<
    string,
    string
  >);
  const headers = { Authorization: `Bearer ${adminKey}` };
  const answer = await page.request.get(`${relayUrl}/admin/v1/conversations/export?${query}`, { headers });
  const [, ...lines] = readCsv(await answer.text(), ',');
  return lines.map(([, begin = '']) => Date.parse(begin));
}

/** Waits until the relay has read the conversations of so many days, which figures are made of. */
const figuresRead = (ask: ReturnType<typeof askRelay>, days: number) =>
  expect
    .poll(async () => Date.parse((await ask('/overview')).known_since), { timeout: 60_000 })
    .toBeLessThanOrEqual(Date.now() - days * 86_400_000);

/** Opens a page whose figures are known for so many days. */
export async function openRead(
  page: Page,
  demo: Pick<Demo, 'relayUrl' | 'adminKey'>,
  path: string,
  days: number,
): Promise<string[]> {
  const faults = await openConsole(page, demo, path);
  await figuresRead(askRelay(page, demo), days);
  await page.reload();
  return faults;
}

export const ruleRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Alert rules' }).getByRole('row').filter({ hasText: name });

/** Opens the metric of an alert rule, and waits until the relay has read the conversations of the outage of yesterday. */
export async function openMetric(page: Page, name: string): Promise<void> {
  await ruleRow(page, name).getByRole('link', { name }).click();
  await expect
    .poll(async () => {
      await page.reload();
      await expect(page.locator('.metric [data-status=ready]')).toBeVisible();
      return page.getByText(/^Would have fired/).count();
    })
    .toBe(1);
}

/** The titles of the pages in the order of the rail, for a key with all scopes. */
export const PAGES = CONSOLE_PAGES.map(({ title }) => title);

/** Goes to a page by the rail. A narrow window has the later ones behind "More". */
export async function goTo(page: Page, name: string): Promise<void> {
  const rail = page.getByRole('navigation', { name: 'Pages' });
  const link = rail.getByRole('link', { name, exact: true });
  if ((await link.count()) === 0) await rail.getByRole('button', { name: 'More' }).click();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Looks: each half once in CI, all four at full size. */
const LOOKS = [
  { colorScheme: 'light', width: 1280, isFull: false },
  { colorScheme: 'dark', width: 1280, isFull: true },
  { colorScheme: 'light', width: 390, isFull: true },
  { colorScheme: 'dark', width: 390, isFull: false },
] as const;

/** Faults that axe finds below `root` in several looks, in none of which it may be too wide. The last look stays. */
export async function faultsInLooks(page: Page, root: 'body' | 'dialog' = 'body'): Promise<string[]> {
  const faults: string[] = [];
  for (const { colorScheme, width } of LOOKS.filter(({ isFull }) => !isFull || IS_FULL)) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    const place = page.locator(root === 'body' ? 'html' : 'dialog[open]');
    // A plot is drawn again after a new size.
    await expect.poll(() => place.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
    const found = await violations(page, root);
    faults.push(...found.map((fault) => `${colorScheme}, ${width} px: ${fault}`));
  }
  return faults;
}
