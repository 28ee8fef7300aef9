import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/relay/store/memory.ts';
import type { Store } from '../../../src/relay/store/store.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { accessToken, until } from '../support/bench.ts';
import { useProxy } from '../support/proxy.ts';

const TICKET = /^[\w-]{43}$/;

describe('the grant of a relay that carries the sockets', () => {
  const open = useProxy();

  it('has the address of the relay and a ticket for 30 s in place of address and token of the platform', async () => {
    const { create, resume, url } = await open();
    const grant = await create();
    const again = await resume(grant);
    const due = {
      session_id: grant.session_id,
      access_token: expect.stringMatching(TICKET),
      expires_in: 30,
      websocket_url: `${url.replace('http', 'ws')}/chat/ws`,
      dialect: 'service',
    };
    expect([grant, again]).toEqual([due, due]);
    expect(again.access_token).not.toBe(grant.access_token);
  });

  // S-71: TLS ends in front of the relay, which sees plain http.
  it.each([
    ['chat.shop.example', 'wss://chat.shop.example/chat/ws'],
    ['chat.shop.example:8443', 'wss://chat.shop.example:8443/chat/ws'],
    ['localhost:9000', 'ws://localhost:9000/chat/ws'],
    ['127.0.0.1.evil.example', 'wss://127.0.0.1.evil.example/chat/ws'],
  ])('names the host that was asked for: %s', async (host, websocket_url) => {
    const { raw } = await open();
    const answer = await raw(
      `POST /chat/sessions HTTP/1.1\r\nHost: ${host}\r\nOrigin: https://shop.example.com\r\nX-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: http\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
    expect(JSON.parse(/\{.*\}/.exec(answer)?.[0] ?? '')).toMatchObject({ websocket_url });
  });

  // S-72
  it('opens one socket: whoever comes second with the ticket is refused', async () => {
    const { create, knock } = await open();
    const grant = await create();
    const [first, second] = [await knock(grant), await knock(grant)];
    expect([typeof first, second]).toEqual(['object', 401]);
  });

  it('opens one socket also when two come at once', async () => {
    const { create, knock } = await open();
    const grant = await create();
    const all = await Promise.all(Array.from({ length: 8 }, () => knock(grant)));
    expect(all.filter((it) => it === 401)).toHaveLength(7);
  });

  it('opens a socket for 30 s and not a moment longer', async () => {
    const { create, knock, clock } = await open();
    const [soon, late] = [await create(), await create()];
    clock.advance(29_999);
    const inTime = await knock(soon);
    clock.advance(1);
    expect([typeof inTime, await knock(late)]).toEqual(['object', 401]);
  });

  it('opens no other session, and is used up by the attempt', async () => {
    const { create, knock } = await open();
    const [mine, other] = [await create(), await create()];
    const stolen = await knock({ ...mine, session_id: other.session_id });
    expect([stolen, await knock(mine)]).toEqual([401, 401]);
  });

  it('is kept as a hash only', async () => {
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
    expect(kept.filter((it) => it.includes(access_token))).toEqual([]);
    expect(kept.some((it) => it.startsWith('ticket:'))).toBe(true);
  });

  // S-04, S-72
  it('brings the token of the platform to the platform and nowhere else', async () => {
    const { create, resume, enter, upstream, records } = await open();
    const { visitor } = await enter(await resume(await create()), { cursor: 7 });
    visitor.socket.close(1000);
    await until(() => records().some((it) => it.msg === 'socket closed'));
    expect(upstream.received.filter(({ method }) => method === 'UPGRADE').map(({ path }) => path)).toEqual([
      `/ws?session_id=5e551011-0000-4000-8000-000000000001&access_token=${accessToken(1)}&cursor=7`,
    ]);
    expect(visitor.frames.join()).not.toContain('CNRY');
    // That no line holds a token or a whole session id is checked after each test of the bench.
    expect(records().filter((it) => String(it.msg).startsWith('socket'))).toMatchObject([
      { msg: 'socket opened', session: '0001' },
      { msg: 'socket closed', session: '0001', code: 1000 },
    ]);
  });
});
