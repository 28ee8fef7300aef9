import { afterEach, describe, expect, it, vi } from 'vitest';
import { createChat } from '../../src/chat/shell/create-chat.ts';
import { createTestPlatform } from '../../src/testing/index.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the headless client', () => {
  it('reports a trouble that names the remedy where there is no WebSocket, and throws nothing', async () => {
    vi.stubGlobal('WebSocket', undefined);
    vi.spyOn(console, 'error').mockReturnValue();
    const { relay, ports } = createTestPlatform();
    const chat = createChat({ relay, ports: { fetch: ports.fetch } });
    chat.start();
    await vi.waitFor(() => expect(chat.trouble.value).not.toBeNull());
    expect(chat.trouble.value).toEqual({
      code: 'internal',
      detail:
        'unable to connect; there is no WebSocket here. Give createChat the option WebSocket, for example from the package ws',
      canRetry: true,
    });
    chat.dispose();
  });

  it.each(['', 'two words', '../config', 'x'.repeat(129)])(
    'M-3.17: makes no call for what cannot be a session id in a store of its own: %j',
    async (junk) => {
      const { relay, ports, calls } = createTestPlatform();
      const store = {
        read: () => junk,
        write() {},
        clear() {},
        watch: () => () => {},
        exclusively: (task: () => Promise<void>) => void task(),
      };
      const chat = createChat({ relay, ports: { ...ports, store } });
      chat.start();
      await vi.waitFor(() => expect(chat.connection.value).toBe('online'));
      chat.dispose();
      expect(calls).toEqual(['POST /chat/sessions']);
    },
  );

  it('refuses a clock that is not one of the ports, and says where it belongs', () => {
    const misplaced = { relay: 'https://relay.example', clock: {} };
    expect(() => createChat(misplaced)).toThrow(
      new TypeError('unable to create the chat; clock belongs to ports: { clock }'),
    );
  });

  it('sends the given origin with its requests and its sockets', async () => {
    const sent: unknown[] = [];
    const { relay, ports } = createTestPlatform();
    const options = {
      relay,
      origin: 'https://shop.example/cart?id=7',
      WebSocket: class extends EventTarget {
        static readonly CLOSING = 2;
        constructor(_: string, options?: unknown) {
          super();
          sent.push(options);
        }
        close() {}
      },
      ports: {
        fetch: (async (url: string, init: RequestInit) => {
          sent.push(init.headers);
          return ports.fetch(url, init);
        }) as typeof fetch,
      },
    };
    const chat = createChat(options);
    chat.start();
    await vi.waitFor(() => expect(sent.length).toBe(2));
    chat.dispose();
    expect(sent).toEqual([
      { 'Content-Type': 'application/json', Origin: 'https://shop.example' },
      { headers: { Origin: 'https://shop.example' } },
    ]);
    expect(() => createChat({ ...options, origin: 'shop' })).toThrow(TypeError);
  });
});
