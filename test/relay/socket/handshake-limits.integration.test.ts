import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/relay/store/memory.ts';
import { StoreError } from '../../../src/relay/store/store.ts';
import { createFakeClock } from '../../support/fake-clock.ts';
import { countResponses } from '../../support/raw-request.ts';
import { ADMIN_ENV, as } from '../support/admin.ts';
import { SHOP, until } from '../support/bench.ts';
import { useProxy } from '../support/proxy.ts';

const open = useProxy();

/** A store that counts the tickets it is asked for, and is out of reach on demand. */
function countingStore() {
  const clock = createFakeClock();
  const store = createMemoryStore(clock);
  const state = { asked: 0, isReachable: true };
  const take = async (key: string) => {
    state.asked += 1;
    if (!state.isReachable) throw new StoreError('ETIMEDOUT');
    return store.take(key);
  };
  return { clock, state, store: { ...store, take } };
}

describe('handshakes with the relay', () => {
  it('S-53: limits handshakes of one address before the store is asked, counts and logs them', async () => {
    const { clock, store, state } = countingStore();
    const { handshake, create, call, records } = await open({
      env: { ...ADMIN_ENV, FOYER_LIMIT_SOCKETS_PER_ADDRESS: '3' },
      ports: { clock, store, limits: {} },
    });
    const grant = await create();
    const statuses: unknown[] = [];
    for (let nth = 0; nth < 5; nth += 1) statuses.push(await handshake({ ...grant, access_token: 'wrong' }));
    expect([statuses, state.asked]).toEqual([[401, 401, 401, 429, 429], 3]);
    const { text } = await call('/metrics', as('read'));
    expect(text).toContain('foyer_sockets_refused_total{status="401"} 3');
    expect(text).toContain('foyer_sockets_refused_total{status="429"} 2');
    const refused = records().filter((record) => record['msg'] === 'socket refused');
    expect(refused.map((refusal) => refusal['status'])).toEqual(statuses);
    // S-111
    expect(refused.map((refusal) => refusal['client'])).toEqual(Array(5).fill('127.0.0.1'));
    expect(new Set(refused.map((refusal) => refusal['request_id'])).size).toBe(5);
  });

  it('S-53: counts handshakes by the forwarded address, and none with a refused origin', async () => {
    const { handshake, create } = await open({
      env: { FOYER_LIMIT_SOCKETS_PER_ADDRESS: '1', FOYER_TRUST_PROXY: 'loopback' },
      ports: { limits: {} },
    });
    const grant = { ...(await create()), access_token: 'wrong' };
    const from = (address: string, origin = SHOP) =>
      handshake(grant, { origin, headers: { 'X-Forwarded-For': address } });
    expect([
      await from('203.0.113.1', 'https://evil.example'),
      await from('203.0.113.1'),
      await from('203.0.113.1'),
      await from('203.0.113.2'),
    ]).toEqual([403, 401, 429, 401]);
  });

  it('answers handshakes with 503 while the store is unreachable, and admits them afterwards', async () => {
    const { clock, store, state } = countingStore();
    const { handshake, create, records } = await open({ ports: { clock, store } });
    const grant = await create();
    state.isReachable = false;
    expect(await handshake(grant)).toBe(503);
    expect(records().find((record) => record['msg'] === 'socket refused')).toMatchObject({
      status: 503,
      reason: 'ETIMEDOUT',
    });
    state.isReachable = true;
    expect(typeof (await handshake(grant))).toBe('object');
  });

  it('answers handshakes to another protocol as plain requests, with their body', async () => {
    const { raw, upstream } = await open();
    const ask = (line: string, more: string, body = '') =>
      raw(
        `${line} HTTP/1.1\r\nHost: a\r\nOrigin: ${SHOP}\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n${more}\r\n${body}`,
      );
    const plain = await ask('GET /chat/ws', '');
    const body = '{"platform":"ios"}';
    const created = await ask(
      'POST /chat/sessions',
      `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`,
      body,
    );
    expect([countResponses(plain), countResponses(created)]).toEqual([
      { count: 1, status: 426 },
      { count: 1, status: 201 },
    ]);
    expect(plain).toMatch(/"code":"upgrade_required"/);
    expect(upstream.received.at(-1)).toMatchObject({ body: expect.stringContaining('ios') });
  });

  it('S-73: a socket takes messages in at most 64 fragments', async () => {
    const { create, connect, clock } = await open();
    const { visitor, platformSocket } = await connect(await create());
    const arrived: string[] = [];
    platformSocket.on('message', (content) => arrived.push(content.toString()));
    const send = (count: number) => {
      const text = JSON.stringify({ type: 'EVENT_TYPE_USER_MESSAGE', payload: { text: 'x'.repeat(200) } });
      for (let nth = 0; nth < count; nth += 1) {
        const isLast = nth === count - 1;
        visitor.socket.send(isLast ? text.slice(nth) : text.slice(nth, nth + 1), { fin: isLast });
      }
    };
    send(64);
    await until(() => arrived.length === 1);
    send(65);
    expect((await visitor.closed).code).toBe(1008);
    clock.advance(10_000);
  });
});
