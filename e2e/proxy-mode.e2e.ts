import { expect, test } from './fixtures.ts';

test.use({ socket: 'proxy' });

/** Start of every access token of the embedded platform. */
const TOKEN = /eyJ[\w-]+\./;

// S-02, S-04, S-72
test('in proxy mode a page gets one ticket per socket and never a token', async ({ chat, page, demo }) => {
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
  expect(transferred.some((it) => it.includes('opening hours'))).toBe(true);
  expect(transferred.filter((it) => TOKEN.test(it))).toEqual([]);
  expect(Object.values(await chat.storage())).toEqual([demo.emulator.sessions()[0]]);
});
