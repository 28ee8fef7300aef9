import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Dialect } from '../test/support/reference-platform/client-events.ts';
import { startReferencePlatform } from '../test/support/reference-platform/start-reference-platform.ts';
import { test as base, ChatPage, expect } from './fixtures.ts';

/** The journey on a second, strict platform, in both dialects and on `auto`. It accepts only what the published reference names. */

const relayModule = new URL('../dist/node/relay.js', import.meta.url).href;

const page = (relayUrl: string) =>
  `<!doctype html><html lang="en"><title>A site</title><script src="${relayUrl}/widget.js" async></script></html>`;

/** Starts a site, a platform and a relay between them. */
async function start(dialect: Dialect, configured: string, socket: string) {
  const { parseConfig, startRelay } = (await import(relayModule)) as typeof import('../src/relay/index.ts');
  let relayUrl = '';
  const site = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end(page(relayUrl));
  });
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  const platform = await startReferencePlatform(dialect);
  const config = parseConfig(
    {
      FOYER_PORT: '0',
      FOYER_MESSAGING_URL: platform.url,
      FOYER_CONNECTOR_TOKEN: platform.connectorToken,
      FOYER_HOST_IDENTIFIER: platform.hostIdentifier,
      FOYER_ALLOWED_ORIGINS: siteUrl,
      FOYER_DIALECT: configured,
      FOYER_SOCKET: socket,
      FOYER_LOG_LEVEL: 'silent',
    },
    { read: () => undefined },
  );
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  const relay = await startRelay(config.value);
  relayUrl = relay.url;
  return {
    siteUrl,
    relayUrl,
    platform,
    async close() {
      await relay.close();
      await platform.close();
      site.close();
      site.closeAllConnections();
    },
  };
}

const test = base.extend<{
  readonly dialect: Dialect;
  readonly configured: Dialect | 'auto';
  readonly world: Awaited<ReturnType<typeof start>>;
}>({
  dialect: ['service', { option: true }],
  configured: ['auto', { option: true }],
  world: async ({ dialect, configured, socket }, use) => {
    const world = await start(dialect, configured, socket);
    await use(world);
    await world.close();
  },
});

/** M-1.6, M-1.8: the only one in two sessions, because the relay remembers what the first one has found. */
const FOREIGN_JOIN =
  'a frame that is not one of the five client events: {"type":"EVENT_TYPE_REQUEST_SERVICE_AGENT_JOIN","payload":{}}';

for (const [dialect, configured, violations] of [
  ['service', 'service', []],
  ['poly', 'poly', []],
  ['poly', 'auto', [FOREIGN_JOIN]],
] as const)
  test.describe(`a platform that speaks ${dialect} only, with the setting ${configured}`, () => {
    test.use({ dialect, configured });

    const tag = configured === 'auto' ? ['@ci', '@socket'] : '@ci';
    test('the platform sees only what its reference names, from the first message to a new chat', {
      tag,
    }, async ({ page, world: { siteUrl, relayUrl, platform } }) => {
      const chat = new ChatPage(page, { siteUrl, relayUrl });
      const agent = chat.messages('agent');
      await chat.openWithGreeting();
      await expect(agent).toContainText('Welcome to the reference platform. What can I do?');
      await expect(agent.locator('em')).toHaveText('reference');

      await chat.suggestions().first().click();
      await expect(agent).toHaveCount(2);
      await expect(agent.last().locator('strong')).toHaveText('3');
      await chat.composer().pressSequentially('I type');
      await chat.send('Ünïcode 👋');
      await expect(chat.messages('user').last()).toHaveAttribute('data-delivery', 'sent');
      await expect(agent.last()).toContainText('You wrote: Ünïcode 👋');
      await expect(chat.streaming()).toHaveCount(0);

      await page.reload();
      await chat.launcher().click();
      await expect(agent).toHaveCount(3);
      await expect(chat.messages('user')).toHaveCount(2);

      await chat.send('A person, please');
      await expect(chat.messages('live-agent')).toContainText('Mara speaking.');
      await chat.send('Goodbye');
      await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
      await page.getByRole('button', { name: 'Start new chat' }).first().click();
      await expect(chat.host()).toHaveAttribute('data-connection', 'online');
      await expect(chat.suggestions().first()).toBeVisible();
      await chat.chooseMenuItem('end');
      await expect(chat.host()).toHaveAttribute('data-connection', 'ended');
      expect(platform.sessionCount()).toBe(2);
      expect(platform.violations).toEqual(violations);
    });
  });
