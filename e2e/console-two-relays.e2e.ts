import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'playwright/test';
import { settingsFor } from '../src/cli/emulator-settings.ts';
import type { Emulator } from '../src/emulator/index.ts';
import { newAdminKey } from '../src/relay/config/admin-key.ts';
import { hasRedis, startRedis } from '../test/relay/support/redis.ts';
import { startRoundRobin } from '../test/relay/support/round-robin.ts';
import { openConsole, rows } from './console-page.ts';
import { test } from './demo-fixture.ts';

const PROGRAM = fileURLToPath(new URL('../dist/node/cli.js', import.meta.url));

test.use({ demoOptions: { emulator: { conversations: { count: 400, seed: 7 } }, logLevel: 'silent' } });

const closings: (() => Promise<unknown>)[] = [];
test.afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

/** Starts a relay of the built program, as an operator does. */
async function startRelay(emulator: Emulator, storeUrl: string, adminKey: string): Promise<string> {
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, 'start'], {
    env: {
      ...settingsFor(emulator),
      PATH: process.env['PATH'],
      FOYER_PORT: '0',
      FOYER_ALLOWED_ORIGINS: 'https://shop.example.com',
      FOYER_ADMIN_KEYS: `ada:read+write+pii:${createHash('sha256').update(adminKey).digest('hex')}`,
      FOYER_TRUST_PROXY: 'loopback',
      FOYER_STORE_URL: storeUrl,
      FOYER_DRAIN_S: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  closings.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  });
  for await (const line of lines) {
    const { url } = JSON.parse(line) as { readonly url?: string };
    if (url) return url;
  }
  throw new Error('the relay has ended');
}

interface Overview {
  readonly from: string;
  readonly known_since: string;
  readonly known_until: string;
  readonly totals: { readonly conversations: number };
}

if (hasRedis) {
  test('two relays on one Redis behind a proxy serve one console session and one set of figures', {
    tag: '@full',
  }, async ({ page, demo }) => {
    test.slow();
    const adminKey = newAdminKey();
    const redis = await startRedis();
    closings.push(redis.stop);
    const relays = await Promise.all([
      startRelay(demo.emulator, redis.url, adminKey),
      startRelay(demo.emulator, redis.url, adminKey),
    ]);
    const proxy = await startRoundRobin(relays);
    closings.push(proxy.close);
    const ask = async <Answer>(url: string) => {
      const response = await fetch(url, { headers: { Authorization: `Bearer ${adminKey}` } });
      return (await response.json()) as Answer;
    };

    // One session: every request of the page goes to the other relay.
    const faults = await openConsole(page, { relayUrl: proxy.url, adminKey }, '/console/overview?range=7d');
    for (const name of ['Conversations', 'Alerts', 'Overview']) {
      await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name }).click();
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
    }

    // One set of figures, which is that of the platform.
    const range = `from=${new Date(Date.now() - 7 * 86_400_000).toISOString()}&to=${new Date().toISOString()}`;
    const overviews = () =>
      Promise.all(relays.map((url) => ask<Overview>(`${url}/admin/v1/overview?${range}`)));
    await expect
      .poll(async () =>
        (await overviews()).every(
          (overview) => overview.known_since && overview.known_since <= overview.from,
        ),
      )
      .toBe(true);
    const [one, other] = await overviews();
    let listed = 0;
    let cursor: string | null = '';
    while (cursor !== null) {
      const query = new URLSearchParams({
        start_time: one?.from ?? '',
        end_time: one?.known_until ?? '',
        client_env: 'live',
        limit: '100',
        ...(cursor && { cursor }),
      });
      const list: { readonly conversations: readonly unknown[]; readonly cursor: string | null } = await ask(
        `${proxy.url}/admin/v1/conversations?${query}`,
      );
      listed += list.conversations.length;
      cursor = list.cursor;
    }
    expect(listed).toBeGreaterThan(100);
    expect([one?.totals.conversations, other?.totals.conversations]).toEqual([listed, listed]);
    await page.reload();
    await expect(page.locator('.card').filter({ hasText: 'Conversations' })).toContainText(`${listed}`);

    // Whoever signs out everywhere is out at both relays.
    await page
      .getByRole('navigation', { name: 'Pages' })
      .getByRole('link', { name: 'Conversations' })
      .click();
    await expect(rows(page).first()).toBeVisible();
    await page.getByRole('button', { name: 'ada' }).click();
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    for (let visit = 0; visit < 3; visit++) {
      await page.goto(`${proxy.url}/console`);
      await expect(page.getByLabel('Admin key')).toBeVisible();
    }
    for (const url of relays) expect(proxy.given.get(url)).toBeGreaterThan(10);
    expect([faults, proxy.lost]).toEqual([[], []]);
  });
}
