import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright/test';
import type { Demo } from '../src/cli/demo.ts';
import { startHaproxyWith } from '../test/deploy/support/proxy-process.ts';
import { freePort, NOBODY } from '../test/support/free-port.ts';
import { ChatPage, expect, test } from './fixtures.ts';

/** The rules of a company's proxy, for a frontend of HAProxy. */
const NETWORKS = {
  'that strips Upgrade': { frontend: 'http-request del-header Upgrade', tunnel: '1h' },
  'that closes each socket after its first frames': { frontend: '', tunnel: '10ms' },
  'that buffers answers for up to 10 s, and strips Upgrade': {
    frontend: `http-request del-header Upgrade
  http-response wait-for-body time 10s at-least 10m`,
    tunnel: '1h',
  },
};

const portOf = (url: string) => Number(new URL(url).port);

/** Puts HAProxy between a browser and the given servers. */
async function startNetwork(
  { frontend, tunnel }: (typeof NETWORKS)[keyof typeof NETWORKS],
  servers: readonly number[],
) {
  const folder = mkdtempSync(join(tmpdir(), 'network-'));
  const ways = await Promise.all(servers.map(async (port) => ({ port, front: await freePort() })));
  const parts = ways.map(
    ({ port, front }) => `frontend front-${port}
  bind 127.0.0.1:${front}
  ${frontend}
  default_backend back-${port}
backend back-${port}
  server only 127.0.0.1:${port}
`,
  );
  const config = `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout tunnel ${tunnel}
${parts.join('')}`;
  const haproxy = await startHaproxyWith(folder, config, `127.0.0.1:${ways[0]?.front}`);
  return {
    /** Argument of Chromium that sends every connection through the proxy. */
    argument: `--host-resolver-rules=${ways
      .map(({ port, front }) => `MAP 127.0.0.1:${port} 127.0.0.1:${front}`)
      .join(',')}`,
    async close() {
      await haproxy.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Opens the shop and notes what carries the chat. */
async function visit(browser: Browser, demo: Demo) {
  const page = await browser.newPage();
  const carriers: string[] = [];
  page.on('websocket', (socket) => carriers.push(new URL(socket.url()).pathname));
  page.on('request', (request) => {
    if (/\/frames\?/.test(request.url())) carriers.push('poll');
  });
  return { page, chat: new ChatPage(page, demo), carriers };
}

for (const [name, network] of Object.entries(NETWORKS)) {
  // M-12.24
  test(`a visitor in a network ${name} talks to the agent`, {
    tag: ['@ci', '@own-demo'],
  }, async ({ playwright, demo, launchOptions }) => {
    const { argument, close } = await startNetwork(network, [
      portOf(demo.relayUrl),
      portOf(demo.emulator.messagingUrl),
    ]);
    const args = [...(launchOptions.args ?? []), argument];
    const browser = await playwright.chromium.launch({ ...launchOptions, args });
    try {
      const { page, chat, carriers } = await visit(browser, demo);
      await chat.open();
      await expect.poll(() => carriers.includes('poll')).toBe(true);
      await expect(chat.suggestions().first()).toBeVisible();
      await chat.send('What are your opening hours?');
      await expect(chat.messages('agent')).toHaveCount(2);
      await expect(chat.streaming()).toHaveCount(0);
      const texts = await chat.messages('agent').allTextContents();
      expect([...new Set(carriers)]).toEqual(['/ws', '/chat/ws', 'poll']);
      await expect(chat.panel().getByText(chat.texts.socketBlocked)).toHaveCount(0);

      await page.reload();
      await chat.launcher().click();
      await expect.poll(() => chat.messages('agent').allTextContents()).toEqual(texts);
      expect(demo.emulator.sessions()).toHaveLength(1);
    } finally {
      await browser.close();
      await close();
    }
  });
}

// M-12.24
test('a visitor whose network reaches the relay only gets a socket to the relay', {
  tag: ['@ci', '@own-demo'],
}, async ({ playwright, demo, launchOptions }) => {
  const rule = `MAP 127.0.0.1:${portOf(demo.emulator.messagingUrl)} ${NOBODY}`;
  const args = [...(launchOptions.args ?? []), `--host-resolver-rules=${rule}`];
  const browser = await playwright.chromium.launch({ ...launchOptions, args });
  const { chat, carriers } = await visit(browser, demo);
  await chat.openWithGreeting();
  await chat.send('What are your opening hours?');
  await expect(chat.messages('agent')).toHaveCount(2);
  expect(carriers).toEqual(['/ws', '/ws', '/chat/ws']);
  await browser.close();
});
