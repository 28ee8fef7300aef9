import { expect, test } from './fixtures.ts';

test.use({ socket: 'proxy' });

/** What every access token of the embedded platform begins with. */
const TOKEN = /eyJ[\w-]+\./;

// S-02, S-04, S-72
test('where the relay carries the sockets, a page gets tickets for one each and never a token', async ({
  chat,
  page,
  demo,
}) => {
  const seen: string[] = [];
  const sockets: URL[] = [];
  page.on('websocket', (socket) => {
    sockets.push(new URL(socket.url()));
    socket.on('framereceived', ({ payload }) => seen.push(String(payload)));
    socket.on('framesent', ({ payload }) => seen.push(String(payload)));
  });
  page.on('request', (request) => seen.push(request.url(), request.postData() ?? ''));
  page.on('response', async (response) => {
    if (response.url().includes('/chat/')) seen.push(await response.text().catch(() => ''));
  });
  await chat.greeted();
  demo.emulator.cutConnections();
  await expect.poll(() => sockets.length).toBe(2);
  await expect(chat.host()).toHaveAttribute('data-connection', 'online');
  await chat.say('What are your opening hours?');
  await expect(chat.messages('agent')).toHaveCount(2);

  const address = `${demo.relayUrl.replace('http', 'ws')}/chat/ws`;
  expect(sockets.map(({ origin, pathname }) => `${origin}${pathname}`)).toEqual([address, address]);
  const tickets = sockets.map(({ searchParams }) => searchParams.get('access_token'));
  expect(new Set(tickets).size).toBe(2);
  expect(seen.some((it) => it.includes('opening hours'))).toBe(true);
  expect(seen.filter((it) => TOKEN.test(it))).toEqual([]);
  expect(Object.values(await chat.storage())).toEqual([demo.emulator.sessions()[0]]);
});
