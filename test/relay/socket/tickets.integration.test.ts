import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/relay/store/memory.ts';
import type { Store } from '../../../src/relay/store/store.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { accessToken, until } from '../support/bench.ts';
import { useProxy } from '../support/proxy.ts';

const TICKET = /^[\w-]{43}$/;

describe('the grant in proxy mode', () => {
  const open = useProxy();

  it('the grant has the relay address and a ticket for 30 s instead of platform address and token', async () => {
    const { create, resume, url } = await open();
    const grant = await create();
    const again = await resume(grant);
    const due = {
      session_id: grant.session_id,
      access_token: expect.stringMatching(TICKET),
      expires_in: 30,
      websocket_url: `${url.replace('http', 'ws')}/chat/ws`,
      dialect: 'service',
      dialect_assumed: true,
      chunk_join: 'none',
      seen: 0,
      carriers: ['relay', 'poll'],
    };
    expect([grant, again]).toEqual([due, due]);
    expect(again.access_token).not.toBe(grant.access_token);
  });

  // S-71: TLS may end in front of the relay, which then sees plain http.
  it.each([
    ['chat.shop.example', 'wss://chat.shop.example/chat/ws'],
    ['chat.shop.example:8443', 'wss://chat.shop.example:8443/chat/ws'],
    ['localhost:9000', 'ws://localhost:9000/chat/ws'],
    ['127.0.0.1.evil.example', 'wss://127.0.0.1.evil.example/chat/ws'],
  ])('S-65: the grant has the requested host: %s', async (host, websocket_url) => {
    const { raw } = await open();
    const answer = await raw(
      `POST /chat/sessions HTTP/1.1\r\nHost: ${host}\r\nOrigin: https://shop.example.com\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: http\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
    expect(JSON.parse(/\{.*\}/.exec(answer)?.[0] ?? '')).toMatchObject({ websocket_url });
  });

  // S-72
  it('a ticket opens one socket: a second handshake with it is refused', async () => {
    const { create, handshake } = await open();
    const grant = await create();
    const [first, second] = [await handshake(grant), await handshake(grant)];
    expect([typeof first, second]).toEqual(['object', 401]);
  });

  it('a ticket opens one socket when eight handshakes come at once', async () => {
    const { create, handshake } = await open();
    const grant = await create();
    const all = await Promise.all(Array.from({ length: 8 }, () => handshake(grant)));
    expect(all.filter((status) => status === 401)).toHaveLength(7);
  });

  it('a ticket is valid for 30 s', async () => {
    const { create, handshake, clock } = await open();
    const [soon, late] = [await create(), await create()];
    clock.advance(29_999);
    const inTime = await handshake(soon);
    clock.advance(1);
    expect([typeof inTime, await handshake(late)]).toEqual(['object', 401]);
  });

  it('a ticket opens no other session, and the attempt uses it up', async () => {
    const { create, handshake } = await open();
    const [mine, other] = [await create(), await create()];
    const stolen = await handshake({ ...mine, session_id: other.session_id });
    expect([stolen, await handshake(mine)]).toEqual([401, 401]);
  });

  it('the store holds only a hash of a ticket', async () => {
    const kept: string[] = [];
    const memory = createMemoryStore(createFakeClock());
    const store: Store = {
      ...memory,
      put: (key, value, keepUntil) => {
        kept.push(key, value);
        return memory.put(key, value, keepUntil);
      },
    };
    const { create } = await open({ ports: { store } });
    const { access_token } = await create();
    expect(kept.filter((text) => text.includes(access_token))).toEqual([]);
    expect(kept.some((text) => text.startsWith('ticket:'))).toBe(true);
  });

  // S-04, S-72
  it('keeps the platform token between relay and platform', async () => {
    const { create, resume, connect, upstream, records } = await open();
    const { visitor } = await connect(await resume(await create()), { cursor: 7 });
    visitor.socket.close(1000);
    await until(() => records().some((record) => record.msg === 'socket closed'));
    expect(upstream.received.filter(({ method }) => method === 'UPGRADE').map(({ path }) => path)).toEqual([
      `/ws?session_id=5e551011-0000-4000-8000-000000000001&access_token=${accessToken(1)}&cursor=7`,
    ]);
    expect(visitor.frames.join()).not.toContain('CNRY');
    // After each test the bench checks that no log line contains a token or a whole session id.
    expect(records().filter((record) => String(record.msg).startsWith('socket'))).toMatchObject([
      { msg: 'socket opened', session: '0001' },
      { msg: 'socket closed', session: '0001', code: 1000 },
    ]);
  });
});
