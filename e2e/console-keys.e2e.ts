import { createHash } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import type { Demo } from '../src/cli/demo.ts';
import { settingsFor } from '../src/cli/emulator-settings.ts';
import type { Scope } from '../src/relay/config/values.ts';
import type { RunningRelay } from '../src/relay/index.ts';
import { adminKeyNamed } from '../test/support/admin-key.ts';
import { noteSecrets } from '../test/support/secrets.ts';
import { openConsole, PAGES, panel, rows, SOME_CONVERSATIONS } from './console-page.ts';
import { test as base } from './demo-fixture.ts';

const relayModule = new URL('../dist/node/relay.js', import.meta.url).href;
const KEYS: Readonly<Record<string, readonly Scope[]>> = {
  reader: ['read'],
  writer: ['write'],
  caller: ['call'],
  auditor: ['pii'],
  editor: ['read', 'write'],
  insider: ['read', 'pii'],
};
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** A relay of the demo's platform with a key for each set of scopes. */
async function startRelayWithKeys({ emulator }: Demo) {
  const { parseConfig, startRelay } = (await import(relayModule)) as typeof import('../src/relay/index.ts');
  const config = parseConfig(
    {
      ...settingsFor(emulator),
      FOYER_PORT: '0',
      FOYER_ALLOWED_ORIGINS: 'https://shop.example',
      FOYER_ADMIN_KEYS: Object.entries(KEYS)
        .map(([name, scopes]) => `${name}:${scopes.join('+')}:${sha256(adminKeyNamed(name))}`)
        .join(','),
      FOYER_LOG_LEVEL: 'silent',
    },
    { read: () => undefined },
  );
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  noteSecrets(...Object.keys(KEYS).map(adminKeyNamed));
  return startRelay(config.value);
}

/** Shared, as the demo is: no test changes anything. */
let relay: RunningRelay | undefined;
const test = base.extend<{ readonly open: (name: string, path: string) => Promise<Page> }>({
  demoOptions: SOME_CONVERSATIONS,
  open: async ({ page, demo }, use) => {
    relay ??= await startRelayWithKeys(demo);
    const { url: relayUrl } = relay;
    await use(async (name, path) => {
      await openConsole(page, { relayUrl, adminKey: adminKeyNamed(name) }, path);
      return page;
    });
  },
});
test.afterAll(() => relay?.close());

const links = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link');

for (const name of ['writer', 'auditor'])
  test(`the ${name}, whose key does not read, is told what is missing`, { tag: '@ci' }, async ({ open }) => {
    const page = await open(name, '/console/alerts');
    await expect(page.getByText('Alerts needs a key with the scope read.')).toBeVisible();
    await expect(links(page)).toHaveText([name === 'writer' ? 'Behaviour' : 'Audit', 'All operations']);
  });

test('the caller, whose key only places calls, sees their page', { tag: '@ci' }, async ({ open }) => {
  const page = await open('caller', '/console');
  await expect(page.getByRole('heading', { level: 1, name: 'Calls' })).toBeVisible();
  await expect(links(page)).toHaveText(['Calls', 'All operations']);
  await expect(page.getByRole('button', { name: 'Place call' })).toBeVisible();
});

test('the forms of all operations say which scope the key lacks', { tag: '@ci' }, async ({ open }) => {
  const page = await open('reader', '/console/operations?q=attribute+branch');
  await expect(page.locator('.operation-row')).toHaveText([
    'List attributes',
    'Create attributeneeds write',
    'Rename attributeneeds write',
    'Delete attributeneeds write',
  ]);
  await rows(page).nth(1).click();
  await expect(page.getByText('Create attribute needs a key with the scope write.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send request' })).toHaveCount(0);
});

for (const name of ['reader', 'editor', 'insider']) {
  const [writes, seesAll] = [KEYS[name]?.includes('write'), KEYS[name]?.includes('pii')];
  test(`the ${name} sees every page, and ${writes ? 'may' : 'cannot'} change anything`, {
    tag: '@ci',
  }, async ({ open }) => {
    const page = await open(name, '/console/alerts');
    await expect(links(page)).toHaveText(PAGES.filter((it) => seesAll || it !== 'Audit'));
    await expect(page.locator('[data-status=ready]').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create rule' })).toHaveCount(writes ? 1 : 0);

    await links(page).filter({ hasText: 'Conversations' }).click();
    await page
      .locator('.data-row')
      .filter({ has: page.locator('.tag.info') })
      .first()
      .getByRole('link')
      .click();
    await expect(panel(page).getByRole('listitem').first()).toBeVisible();
    await expect(panel(page).getByRole('button', { name: 'Add note' })).toHaveCount(writes ? 1 : 0);
    await expect(
      panel(page)
        .getByRole('button', { name: /^Annotate/ })
        .first(),
    ).toBeVisible({ visible: writes ?? false });
  });

  test(`the ${name} sees ${seesAll ? 'whole' : 'masked'} numbers and ${seesAll ? '' : 'no '}handoff data`, {
    tag: '@ci',
  }, async ({ open }) => {
    const page = await open(name, '/console/conversations?range=7d&channel=VOICE-SIP');
    await expect(rows(page).first()).toBeVisible();
    await page
      .locator('.data-row')
      .filter({ has: page.locator('.tag.info') })
      .first()
      .getByRole('link')
      .click();
    await expect(panel(page).locator('dd').filter({ hasText: '→' }).first()).toHaveText(
      seesAll ? /^\+\d{11} → \+\d{11}$/ : /^\D+\d\d → \D+\d\d$/,
    );
    await expect(panel(page).getByText('"reason"')).toHaveCount(seesAll ? 1 : 0);
    await expect(panel(page).getByText('Handoff data needs a key with the scope pii.')).toHaveCount(
      seesAll ? 0 : 1,
    );
  });
}
