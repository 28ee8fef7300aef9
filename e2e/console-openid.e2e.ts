import { expect, type Page } from 'playwright/test';
import { settingsFor } from '../src/cli/emulator-settings.ts';
import { CLIENT, type OidcProvider, openOidcProvider } from '../test/relay/support/oidc-provider.ts';
import { freePort } from '../test/support/free-port.ts';
import { faultsInLooks } from './console-page.ts';
import { test } from './demo-fixture.ts';

const built = new URL('../dist/node/relay.js', import.meta.url).href;

const closings: (() => unknown)[] = [];
test.afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

/** A relay at which an OpenID provider signs people in. */
async function openBoth(emulator: Parameters<typeof settingsFor>[0]) {
  const { parseConfig, startRelay } = (await import(built)) as typeof import('../src/relay/index.ts');
  const provider: OidcProvider = await openOidcProvider();
  closings.push(provider.close);
  const port = await freePort();
  const config = parseConfig(
    {
      ...settingsFor(emulator),
      FOYER_PORT: String(port),
      FOYER_ALLOWED_ORIGINS: 'https://shop.example.com',
      FOYER_OIDC_ISSUER: provider.issuer,
      FOYER_OIDC_CLIENT_ID: CLIENT.id,
      FOYER_OIDC_CLIENT_SECRET: CLIENT.secret,
      FOYER_OIDC_REDIRECT_URL: `http://127.0.0.1:${port}/console/oidc`,
      FOYER_OIDC_ACCESS: 'group:chat-ops:read+write',
      FOYER_DRAIN_S: '0',
      FOYER_LOG_LEVEL: 'silent',
    },
    { read: () => undefined },
  );
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const relay = await startRelay(config.value);
  closings.push(relay.close);
  return { provider, url: relay.url };
}

const press = (page: Page) => page.getByRole('link', { name: 'Sign in with your company account' }).click();

test('S-127: a person signs in at the provider, comes back to the page, and signs out', {
  tag: '@ci',
}, async ({ page, demo }) => {
  const { provider, url } = await openBoth(demo.emulator);
  provider.person = { sub: 'u-1', email: 'ada@example.com', email_verified: true, groups: ['chat-ops'] };
  await page.goto(`${url}/console/alerts?range=7d`);
  await press(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe('/console/alerts');
  await page.getByRole('button', { name: 'Account: ada@example.com' }).click();
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Foyer' })).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Admin key')).toBeVisible();
});

test('a person without a right is told so, without a fault for axe', {
  tag: '@ci',
}, async ({ page, demo }) => {
  const { provider, url } = await openBoth(demo.emulator);
  provider.person = { sub: 'u-2', email: 'ben@example.com', email_verified: true };
  await page.goto(`${url}/console`);
  await press(page);
  await expect(page.getByRole('alert')).toContainText('Your account may not use this console.');
  await expect(page).toHaveURL(`${url}/console`);
  expect(await faultsInLooks(page)).toEqual([]);
});
