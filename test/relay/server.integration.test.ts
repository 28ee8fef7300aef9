import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createRelay, startRelay } from '../../src/relay/index.ts';
import { createMemoryStore } from '../../src/relay/store/memory.ts';
import { StoreError } from '../../src/relay/store/store.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { countResponses } from '../support/raw-request.ts';
import { configFor, problem, problemOf, SHOP, useBench } from './support/bench.ts';
import { json } from './support/upstream.ts';

const quiet = { log: { write: () => {} }, browserFolder: '/nowhere' };
const config = configFor('http://127.0.0.1:9');

describe('relay server', () => {
  const open = useBench();

  it.each([
    ['127.0.0.1', /^http:\/\/127\.0\.0\.1:\d+$/],
    ['0.0.0.0', /^http:\/\/127\.0\.0\.1:\d+$/],
    ['localhost', /^http:\/\/(127\.0\.0\.1|\[::1\]):\d+$/],
  ])('listens on %s and returns a URL to reach it', async (listen, url) => {
    const relay = await startRelay({ ...config, listen }, quiet);
    const answer = await fetch(`${relay.url}/healthz`);
    await relay.close();
    expect(relay.url).toMatch(url);
    expect(answer.status).toBe(200);
  });

  it('rejects with the error code of Node when it cannot listen', async () => {
    const first = await startRelay(config, quiet);
    const port = Number(new URL(first.url).port);
    await expect(startRelay({ ...config, port }, quiet)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await first.close();
  });

  it('a missing store prevents the start, and the message names the key that configures it', async () => {
    const start = startRelay({ ...config, storeUrl: 'redis://:CNRY-password@127.0.0.1:9' }, quiet);
    await expect(start).rejects.toThrow('the store of FOYER_STORE_URL is unreachable; ECONNREFUSED');
  });

  it('answers 503 while its store is unavailable, logs why, and makes no call to the platform', async () => {
    const unavailable = async () => Promise.reject(new StoreError('ECONNREFUSED'));
    const memory = createMemoryStore(createFakeClock());
    const store = { ...memory, check: memory.check, get: unavailable, put: unavailable, delete: unavailable };
    const { call, upstream, records } = await open({ ports: { store } });
    store.check = unavailable;
    const answers = [
      await call('/chat/sessions', { method: 'POST' }),
      await call('/chat/sessions/any/resume', { method: 'POST' }),
      await call('/chat/sessions/any'),
      await call('/chat/sessions/any', { method: 'DELETE' }),
    ];
    expect(answers.map((answer) => [problemOf(answer), answer.headers.get('retry-after')])).toEqual(
      Array(4).fill([problem(503, 'unavailable'), '2']),
    );
    const said = records().filter((record) => record.msg === 'request');
    expect([upstream.received, said.map((record) => [record.failed, record.reason])]).toEqual([
      [],
      Array(4).fill(['store', 'ECONNREFUSED']),
    ]);
  });

  // Balancers must see the 503 while the relay still serves, or visitors reach a closed port.
  it('drains: /readyz is 503 and everything else is served, until the time of FOYER_DRAIN_S is over', async () => {
    const { relay, call, clock } = await open({ env: { FOYER_DRAIN_S: '10' } });
    expect((await call('/readyz')).status).toBe(200);
    let isOver = false;
    const drained = Promise.all([relay.drain(), relay.drain()]).then(() => {
      isOver = true;
    });
    clock.advance(9_999);
    const [ready, alive, created] = [
      await call('/readyz'),
      await call('/healthz'),
      await call('/chat/sessions', { method: 'POST' }),
    ];
    expect([ready.status, ready.json, alive.status, created.status, isOver]).toEqual([
      503,
      { status: 'draining', store: 'ok', upstream: 'ok' },
      200,
      201,
      false,
    ]);
    clock.advance(1);
    await drained;
  });

  it('stops waiting when it is closed while it drains', async () => {
    const { relay, clock } = await open();
    const drained = relay.drain();
    await relay.close();
    await drained;
    expect(clock.waiting()).toBe(0);
  });

  it('closes once, and close() is idempotent', async () => {
    const { relay, records } = await open();
    await Promise.all([relay.close(), relay.close()]);
    await relay.close();
    await expect(fetch(`${relay.url}/healthz`)).rejects.toThrow('fetch failed');
    expect(records().map((record) => record.msg)).toEqual(['listening', 'closed']);
  });

  it('closes without waiting for connections that have no request', async () => {
    const clock = createFakeClock();
    const { relay, url, call } = await open({ ports: { clock } });
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    await new Promise((resolve) => socket.once('connect', resolve));
    // The relay accepts connections in order.
    await call('/healthz');
    await relay.close();
    await closed;
    // Node itself would close the connection after 70 s.
  }, 60_000);

  it('answers a malformed request with a problem document', async () => {
    const { raw } = await open();
    const answer = await raw('GET /healthz HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"invalid_request"/);
    expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im);
    expect(answer).toMatch(/^x-request-id: [\da-f-]{36}\r$/im);
  });

  // E4: balancers keep connections for 60 s. Node's own 5 s closed them at the moment in which a request was under way.
  it('keeps a connection for 70 s after an answer, as documented and announced', async () => {
    const { raw } = await open();
    const ask = (connection: string) =>
      `GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: ${connection}\r\n\r\n`;
    const answers = await raw(ask('keep-alive') + ask('close'));
    expect([countResponses(answers), answers.match(/^keep-alive: .*$/gim)]).toEqual([
      { count: 2, status: 200 },
      ['Keep-Alive: timeout=70'],
    ]);
  });

  // The default check of HAProxy and of several balancers is such a request.
  it.each(['/healthz', '/readyz'])('answers the probe %s in HTTP/1.0 without a Host', async (path) => {
    const { raw } = await open();
    expect(await raw(`GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 [\s\S]*"status":"ok"/);
  });

  it.each([
    'GET /healthz HTTP/1.1\r\nConnection: close',
    'GET /chat/config HTTP/1.0',
    'GET /healthz/../chat/config HTTP/1.0',
  ])('refuses other requests without a Host: %s', async (head) => {
    const { raw } = await open();
    expect(await raw(`${head}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('continues to serve after visitors disconnected during a request', async () => {
    const { url, call, raw } = await open();
    for (let nth = 0; nth < 20; nth++) {
      await new Promise((resolve) => {
        const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
          socket.write(
            `POST /chat/sessions HTTP/1.1\r\nHost: a\r\nOrigin: ${SHOP}\r\nContent-Length: 50\r\n\r\n{"pl`,
            () => socket.resetAndDestroy(),
          );
        });
        socket.on('close', resolve);
      });
    }
    expect(await raw('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 200/,
    );
    expect((await call('/chat/sessions', { method: 'POST' })).status).toBe(201);
  });

  it('serves a hundred visitors at once, each with a separate session and token', async () => {
    const { call, upstream } = await open();
    upstream.reply('access-token', json(401, {}));
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => call('/chat/sessions', { method: 'POST' })),
    );
    const grants = answers
      .filter((answer) => answer.status === 201)
      .map((answer) => answer.json as Record<string, string>);
    expect([
      grants.length,
      new Set(grants.map((grant) => grant.session_id)).size,
      new Set(grants.map((grant) => grant.access_token)).size,
    ]).toEqual([99, 99, 99]);
  });

  it('works as a function from request to response in other servers', async () => {
    const clock = createFakeClock();
    const answers = [
      { access_token: 'token', expires_in: 60, token_type: 'Bearer' },
      { session_id: 'one' },
    ].map((body) => ({
      kind: 'answered' as const,
      status: 200,
      retryAfter: null,
      body: Buffer.from(JSON.stringify(body)),
    }));
    const relay = createRelay(config, {
      ...quiet,
      clock,
      post: async () => answers.shift() ?? { kind: 'unreachable' },
      connect: async () => ({ kind: 'opened' }),
    });
    const call = (path: string, method: string) =>
      relay.fetch(new Request(`https://relay.example${path}`, { method, headers: { Origin: SHOP } }));
    const created = await call('/chat/sessions', 'POST');
    const state = await call('/chat/sessions/one', 'GET');
    await relay.close();
    await relay.close();
    expect([created.status, await created.json(), await state.json(), clock.waiting()]).toEqual([
      201,
      {
        session_id: 'one',
        access_token: 'token',
        expires_in: 60,
        websocket_url: 'ws://127.0.0.1:9/ws',
        dialect: 'service',
        dialect_assumed: true,
        seen: 0,
        carriers: ['direct', 'relay', 'poll'],
      },
      { state: 'alive' },
      0,
    ]);
  });
});
