import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createChat } from '../../src/chat/index.ts';
import { createTestPlatform, type TestPlatform } from '../../src/testing/index.ts';

/** A test platform in a page: the client uses the `fetch` and the `WebSocket` of the window. */

/** The page's own socket. */
class TheirSocket {
  readonly url: string;

  constructor(url: string) {
    this.url = url;
  }
}

const theirs = {
  fetch: vi.fn(async () => new Response('theirs')),
  WebSocket: Object.assign(TheirSocket, {
    CONNECTING: 0,
    OPEN: 1,
    CLOSING: 2,
    CLOSED: 3,
  }) as unknown as typeof WebSocket,
};
let platform: TestPlatform;
let uninstall = () => {};

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('fetch', theirs.fetch);
  vi.stubGlobal('WebSocket', theirs.WebSocket);
  platform = createTestPlatform({ greeting: 'Hello', config: { accent: 'teal' } });
  uninstall = platform.install(window as Window & typeof globalThis);
});
afterEach(() => {
  uninstall();
  vi.unstubAllGlobals();
});

describe('a test platform in a page', () => {
  it('answers the relay’s calls', async () => {
    const response = await fetch(`${platform.relay}/chat/config`);
    expect(await response.json()).toEqual({
      header: { text: 'Chat with us' },
      default_locale: 'en',
      accent: 'teal',
      visitor_health: 0,
    });
    expect((await fetch(`${platform.relay}/chat/nothing`)).status).toBe(404);
    expect(theirs.fetch).not.toHaveBeenCalled();
  });

  it('carries the conversation of a client that knows nothing of it', async () => {
    const chat = createChat({ relay: platform.relay });
    platform.onMessage((text) => platform.reply(`You said: ${text}`));
    chat.send('Where is my order?');
    await expect.poll(() => chat.transcript.value).toHaveLength(3);
    expect(chat.transcript.value.map((entry) => entry.kind === 'message' && entry.text)).toEqual([
      'Hello',
      'Where is my order?',
      'You said: Where is my order?',
    ]);
    chat.dispose();
    expect(platform.connections.map(({ isClosed }) => isClosed)).toEqual([true]);
  });

  it('lets all other requests and sockets through', async () => {
    expect(await (await fetch('https://shop.example/')).text()).toBe('theirs');
    expect(new WebSocket('wss://shop.example/')).toEqual({ url: 'wss://shop.example/' });
    expect(platform.connections).toEqual([]);
  });

  it('tells the page that it is offline', () => {
    const events: string[] = [];
    for (const name of ['offline', 'online']) addEventListener(name, () => events.push(name), { once: true });
    platform.goOffline();
    expect(navigator.onLine).toBe(false);
    platform.goOnline();
    expect([navigator.onLine, events]).toEqual([true, ['offline', 'online']]);
  });

  it('leaves the page as it was when it is uninstalled', () => {
    const isReplaced = () => Object.hasOwn(navigator, 'onLine');
    expect(isReplaced()).toBe(true);
    uninstall();
    uninstall();
    expect([window.fetch === theirs.fetch, window.WebSocket === theirs.WebSocket]).toEqual([true, true]);
    expect(isReplaced()).toBe(false);
  });
});

describe('a socket of a test platform in a page', () => {
  /** Opens a socket, whose other end the test holds. */
  function open() {
    const scripted = createTestPlatform({ isAutomatic: false });
    const undo = scripted.install(window as Window & typeof globalThis);
    const socket = new WebSocket(`${scripted.socketUrl}?session_id=1`);
    undo();
    const events: unknown[] = [];
    for (const name of ['open', 'message', 'error', 'close'])
      socket.addEventListener(name, (event) => {
        const { data, code, wasClean } = event as MessageEvent & CloseEvent;
        events.push([name, data ?? code ?? null, ...(wasClean === undefined ? [] : [wasClean])]);
      });
    const [connection] = scripted.connections;
    if (!connection) throw new Error('no socket was opened');
    return { socket, connection, events };
  }

  it('a socket opens, receives, and is closed by the platform', async () => {
    const { socket, connection, events } = open();
    expect(socket.readyState).toBe(WebSocket.CONNECTING);
    connection.accept();
    connection.send('{}');
    connection.close(4002, 'again');
    await expect.poll(() => socket.readyState).toBe(WebSocket.CLOSED);
    expect(events).toEqual([
      ['open', null],
      ['message', '{}'],
      ['close', 4002, true],
    ]);
  });

  it('a socket receives bytes as the page wants them', () => {
    const { socket, connection, events } = open();
    connection.accept();
    connection.sendBinary();
    socket.binaryType = 'arraybuffer';
    connection.sendBinary(new Uint8Array([7]).buffer);
    const [, first, second] = events as [unknown, [string, Blob], [string, ArrayBuffer]];
    expect([first[1].size, [...new Uint8Array(second[1])]]).toEqual([1, [7]]);
  });

  it('a socket reports a refused handshake as an error', async () => {
    const { connection, socket, events } = open();
    connection.close();
    await expect.poll(() => socket.readyState).toBe(WebSocket.CLOSED);
    expect(events).toEqual([
      ['error', null],
      ['close', 1006, false],
    ]);
  });

  it('a socket sends only while it is open', async () => {
    const { socket, connection, events } = open();
    expect(() => socket.send('{}')).toThrow('not open');
    connection.accept();
    socket.send('{"type":"A","payload":{}}');
    socket.close();
    socket.close();
    socket.send('{"type":"B","payload":{}}');
    connection.send('late');
    await expect.poll(() => socket.readyState).toBe(WebSocket.CLOSED);
    expect(connection.sent).toEqual([{ type: 'A', payload: {} }]);
    expect([connection.isClosed, events.slice(1)]).toEqual([true, [['close', 1005, true]]]);
  });
});
