import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './fixtures.ts';

test.use({ socket: 'proxy' });

/** Start of every access token of the embedded platform. */
const TOKEN = /eyJ[\w-]+\./;

// S-02, S-04, S-72
test('a page in proxy mode gets one ticket per socket and never a token', {
  tag: ['@ci', '@own-demo'],
}, async ({ chat, page, demo }) => {
  const transferred: string[] = [];
  const sockets: URL[] = [];
  page.on('websocket', (socket) => {
    sockets.push(new URL(socket.url()));
    socket.on('framereceived', ({ payload }) => transferred.push(String(payload)));
    socket.on('framesent', ({ payload }) => transferred.push(String(payload)));
  });
  page.on('request', (request) => transferred.push(request.url(), request.postData() ?? ''));
  page.on('response', async (response) => {
    if (response.url().includes('/chat/')) transferred.push(await response.text().catch(() => ''));
  });
  await chat.openWithGreeting();
  demo.emulator.terminateConnections();
  await expect.poll(() => sockets.length).toBe(2);
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  await chat.send('What are your opening hours?');
  await expect(chat.messages('agent')).toHaveCount(2);

  const address = `${demo.relayUrl.replace('http', 'ws')}/chat/ws`;
  expect(sockets.map(({ origin, pathname }) => `${origin}${pathname}`)).toEqual([address, address]);
  const tickets = sockets.map(({ searchParams }) => searchParams.get('access_token'));
  expect(new Set(tickets).size).toBe(2);
  expect(transferred.some((text) => text.includes('opening hours'))).toBe(true);
  expect(transferred.filter((text) => TOKEN.test(text))).toEqual([]);
  expect(Object.values(await chat.storage())).toEqual([demo.emulator.sessions()[0]]);
});

/** Starts a proxy that forwards requests, but no upgrades. */
async function proxyWithoutUpgrade(target: string) {
  const server = createServer((incoming, outgoing) => {
    const { upgrade: _, connection: __, ...headers } = incoming.headers;
    const forwarded = request(target + incoming.url, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

// M-12.22
test('a network that passes neither upgrades nor polls is a visible failure, explained on the console', {
  tag: ['@ci', '@own-demo'],
}, async ({ chat, page, demo }) => {
  const proxy = await proxyWithoutUpgrade(demo.relayUrl);
  const lines: string[] = [];
  page.on('console', (line) => line.type() === 'warning' && lines.push(line.text()));
  await page.route('**/frames?*', (route) => route.abort());
  await page.route(chat.shop, async (route) => {
    const response = await route.fetch();
    // Of the page and of its policy.
    const throughProxy = (text: string) =>
      text.replaceAll(new URL(demo.relayUrl).host, new URL(proxy.url).host);
    const headers = JSON.parse(throughProxy(JSON.stringify(response.headers())));
    await route.fulfill({ headers, body: throughProxy(await response.text()) });
  });
  await chat.open();
  await chat.composer().fill('Is anybody there?');
  await expect(chat.panel().getByText(chat.texts.socketBlocked)).toBeVisible({ timeout: 30_000 });
  await expect(chat.host()).toHaveAttribute('data-connection', 'failed');
  await expect(chat.composer()).toHaveValue('Is anybody there?');
  expect(lines).toEqual([expect.stringMatching(/^foyer: no WebSocket opens here/)]);
  proxy.close();
});
