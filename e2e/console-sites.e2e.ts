import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'playwright/test';
import { settingsFor } from '../src/cli/emulator-settings.ts';
import type { Emulator } from '../src/emulator/index.ts';
import { newAdminKey } from '../src/relay/config/admin-key.ts';
import { violations } from './axe.ts';
import { goTo, openConsole } from './console-page.ts';
import { test } from './demo-fixture.ts';

const PROGRAM = fileURLToPath(new URL('../dist/node/cli.js', import.meta.url));

test.use({ demoOptions: { emulator: { conversations: { count: 50, seed: 7 } }, logLevel: 'silent' } });

const closings: (() => Promise<unknown>)[] = [];
test.afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

const keyEntry = (name: string, key: string) =>
  `${name}:read+write+pii:${createHash('sha256').update(key).digest('hex')}`;

/** Starts a relay of the built program with two sites, and an admin key for both and for each. */
async function startRelay(emulator: Emulator) {
  const [group, toys] = [newAdminKey(), newAdminKey()];
  const folder = mkdtempSync(join(tmpdir(), 'foyer-sites-'));
  const site = (name: string, more = {}) => ({
    ...settingsFor(emulator),
    name,
    FOYER_ALLOWED_ORIGINS: `https://${name}.example`,
    ...more,
  });
  const own = { FOYER_ADMIN_KEYS: keyEntry('toys-desk', toys) };
  const sites = [site('books'), site('toys', own)];
  writeFileSync(join(folder, 'foyer.config.json'), JSON.stringify({ sites }));
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, 'start'], {
    env: {
      PATH: process.env['PATH'],
      FOYER_PORT: '0',
      FOYER_ADMIN_KEYS: keyEntry('ada', group),
      FOYER_DRAIN_S: '0',
    },
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  closings.push(async () => {
    rmSync(folder, { recursive: true });
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  });
  for await (const line of lines) {
    const { url } = JSON.parse(line) as { readonly url?: string };
    if (url) return { relayUrl: url, group, toys };
  }
  throw new Error('the relay has ended');
}

test('the console shows one site, and the chosen one on every page after a choice', {
  tag: '@ci',
}, async ({ page, demo }) => {
  const { relayUrl, group } = await startRelay(demo.emulator);
  const faults = await openConsole(
    page,
    { relayUrl, adminKey: group },
    '/console/install?page=https://toys.example/',
  );
  const main = page.getByRole('main');
  await expect(main).toContainText('https://books.example');
  await page.getByRole('button', { name: 'Site: books' }).click();
  await page.getByRole('button', { name: 'toys', exact: true }).click();
  await expect(main).toContainText('https://toys.example');
  await expect(main).not.toContainText('https://books.example');

  await goTo(page, 'Report');
  await expect(page).toHaveURL(/[?&]site=toys/);
  await expect(page.getByRole('link', { name: 'Day before' })).toHaveAttribute('href', /[?&]site=toys/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Site: toys' })).toBeVisible();
  for (const name of ['Overview', 'Conversations', 'Alerts', 'Audit']) {
    await goTo(page, name);
    await expect(main.getByRole('alert')).toHaveCount(0);
  }
  expect(await violations(page, 'body')).toEqual([]);
  expect(faults).toEqual([]);
});

test('a text that is begun at a site is seen neither at another site nor by another person', {
  tag: '@ci',
}, async ({ page, demo }) => {
  const { relayUrl, group, toys } = await startRelay(demo.emulator);
  const faults = await openConsole(page, { relayUrl, adminKey: group }, '/console/behaviour');
  const editor = page.getByLabel('Behaviour text');
  const choose = async (from: string, to: string) => {
    await page.getByRole('button', { name: `Site: ${from}` }).click();
    await page.getByRole('button', { name: to, exact: true }).click();
  };
  await editor.fill('Never discount books.');
  await choose('books', 'toys');
  await expect(page.getByRole('button', { name: 'Site: toys' })).toBeVisible();
  await expect(editor).not.toHaveValue('Never discount books.');
  await expect(page.getByRole('button', { name: 'Review changes' })).toBeDisabled();
  await choose('toys', 'books');
  await expect(editor).toHaveValue('Never discount books.');

  const signIn = async (key: string) => {
    await page.getByLabel('Admin key').fill(key);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  };
  const signOut = async (name: string) => {
    await page.getByRole('button', { name: `Account: ${name}` }).click();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  };
  await signOut('ada');
  await signIn(toys);
  await page.getByRole('link', { name: 'toys' }).click();
  await expect(page.getByRole('button', { name: 'Account: toys-desk' })).toBeVisible();
  await expect(editor).not.toHaveValue('Never discount books.');
  await signOut('toys-desk');
  await signIn(group);
  await choose('toys', 'books');
  await expect(editor).toHaveValue('Never discount books.');
  expect(faults).toEqual([]);
});

test('a key of one site has nothing to choose from, and is told of a link to another site', {
  tag: '@ci',
}, async ({ page, demo }) => {
  const { relayUrl, toys } = await startRelay(demo.emulator);
  await openConsole(page, { relayUrl, adminKey: toys }, '/console/install');
  await expect(page.getByRole('main')).toContainText('https://toys.example');
  await expect(page.getByRole('button', { name: /^Site: / })).toHaveCount(0);
  await page.goto(`${relayUrl}/console/install?site=books`);
  await expect(page.getByRole('main')).toContainText('The site “books” is not at this relay');
  await page.getByRole('link', { name: 'toys' }).click();
  await expect(page.getByRole('main')).toContainText('https://toys.example');
});
