import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect as connectHttp2, createServer as createHttp2Server } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { socketUrl } from '../../src/protocol/relay.ts';
import { createRelay, type Relay } from '../../src/relay/index.ts';
import { countResponses, sendRaw } from '../support/raw-request.ts';
import { ADMIN_ENV, as, bearer } from './support/admin.ts';
import { configFor, until } from './support/bench.ts';
import { startInOwnServer } from './support/own-server.ts';
import { useProxy } from './support/proxy.ts';

describe('a relay in a server of its user, with FOYER_SOCKET=proxy', () => {
  const openProxy = useProxy();
  const open = (env: Record<string, string> = {}) =>
    openProxy({ start: startInOwnServer(), env: { ...ADMIN_ENV, ...env } });

  // E2: it handed out addresses of sockets that nobody served.
  it('carries sockets whose handshakes the server passes on, and counts them', async () => {
    const { create, connect, call } = await open();
    const { visitor, platformSocket } = await connect(await create());
    visitor.say('hello', 'one');
    const received = await new Promise((resolve) =>
      platformSocket.once('message', (frame) => resolve(String(frame))),
    );
    expect(JSON.parse(received as string)).toMatchObject({ payload: { text: 'hello' } });
    expect((await call('/metrics', as('read'))).text).toContain('foyer_sockets 1');
    expect((await call('/own')).text).toBe('own');
  });

  it('checks origin, ticket, path and rate of handshakes, and counts what it refuses', async () => {
    const { create, handshake, upstream, call } = await openProxy({
      start: startInOwnServer(),
      env: ADMIN_ENV,
      ports: { limits: { socketsByAddress: 2 } },
    });
    const grant = await create();
    const refused = [
      await handshake(grant, { origin: 'https://evil.example' }),
      await handshake(grant, { query: '/own' }),
      await handshake(grant, { query: '/chat//ws' }),
      await handshake({ ...grant, access_token: 'none' }),
    ];
    expect([refused, upstream.sockets()]).toEqual([[403, 404, 400, 401], 0]);
    expect([typeof (await handshake(grant)), await handshake(grant)]).toEqual(['object', 429]);
    const metrics = (await call('/metrics', as('read'))).text;
    for (const status of [400, 401, 403, 404, 429])
      expect(metrics).toContain(`foyer_sockets_refused_total{status="${status}"} 1`);
  });

  // Java's HTTP client wishes so with every request.
  it('leaves requests with another Upgrade than WebSocket to the server', async () => {
    const { raw } = await open();
    const ask = (path: string) =>
      raw(
        `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\n`,
      );
    expect(await ask('/own')).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\nown$/);
    expect(await ask('/healthz')).toMatch(/^HTTP\/1\.1 200 [\s\S]*"status":"ok"/);
  });

  it('drains: /readyz is 503, and sockets close before the time is over', async () => {
    const { create, connect, call, clock, relay } = await open({ FOYER_DRAIN_S: '10' });
    const { visitor } = await connect(await create());
    const drained = relay.drain();
    const ready = await call('/readyz');
    clock.advance(10_000);
    const { code } = await visitor.closed;
    await drained;
    expect([ready.status, ready.json, code]).toEqual([
      503,
      { status: 'draining', store: 'ok', upstream: 'ok' },
      1012,
    ]);
  });

  it('closes sockets when it is closed', async () => {
    const { create, connect, relay, clock } = await open();
    const { visitor, platformSocket } = await connect(await create());
    platformSocket.on('close', () => {});
    await relay.close();
    expect([(await visitor.closed).code, clock.waiting()]).toEqual([1012, 0]);
  });

  it('logs once what to do when the server does not pass handshakes on', async () => {
    const { create, handshake, records } = await openProxy({ start: startInOwnServer('forgotten') });
    const grant = await create();
    expect([await handshake(grant), await handshake(grant)]).toEqual([426, 426]);
    const warnings = records().filter(({ level }) => level === 'warn');
    expect(warnings.map(({ msg }) => msg)).toEqual([
      expect.stringContaining("server.on('upgrade', relay.upgrade)"),
    ]);
  });

  it('refuses handshakes where browsers connect to the platform only', async () => {
    const { create, url, records } = await open({ FOYER_SOCKET: 'direct', FOYER_CARRIERS: 'direct' });
    const { search } = new URL(socketUrl(await create(), 0));
    const socket = new WebSocket(`${url.replace('http', 'ws')}/chat/ws${search}`);
    const status = await new Promise((resolve) => {
      socket.on('error', () => {});
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode));
    });
    await until(() => records().some(({ msg }) => msg === 'socket refused'));
    expect(status).toBe(404);
  });
});

describe('the listener of a relay in a server that its user creates', () => {
  const closings: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0).reverse()) await close();
  });

  async function start(create: (listener: Relay['listener']) => Server, env: Record<string, string> = {}) {
    const config = configFor('http://127.0.0.1:9', { FOYER_LOG_LEVEL: 'silent', ...ADMIN_ENV, ...env });
    const relay = createRelay(config, { browserFolder: '/nowhere' });
    const server = create(relay.listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closings.push(relay.close, () => new Promise((resolve) => server.close(resolve)));
    const { port } = server.address() as AddressInfo;
    return { relay, port, url: `http://127.0.0.1:${port}` };
  }

  it('S-55: refuses headers that can be read in two ways, and too many', async () => {
    const { url } = await start((listener) => createServer({ requireHostHeader: false }, listener));
    const many = Array.from({ length: 101 }, (_, nth) => `X-${nth}: a\r\n`).join('');
    const ask = async (headers: string) =>
      countResponses(await sendRaw(url, `GET /chat/config HTTP/1.1\r\nConnection: close\r\n${headers}\r\n`));
    expect([
      await ask('Host: a\r\n'),
      await ask('Host: a\r\nHost: b\r\n'),
      await ask(''),
      await ask(`Host: a\r\n${many}`),
    ]).toEqual([200, 400, 400, 431].map((status) => ({ count: 1, status })));
  });

  it('passes paths that are not the side of the relay on, as they were sent', async () => {
    const own: unknown[] = [];
    const { url } = await start(
      (listener) =>
        createServer((incoming, outgoing) =>
          listener(incoming, outgoing, () => {
            own.push(incoming.url);
            outgoing.end();
          }),
        ),
      { FOYER_ADMIN_LISTEN: '0' },
    );
    const theirs = [
      '/',
      '/admin',
      '/console/a?b',
      '/metrics',
      '/chatter',
      '/x//y/%61',
      '/frames',
      '/widget.js/a',
    ];
    const relays = ['/chat/config', '/frame?a', '/healthz', '/admin/v1/webhooks/alerts'];
    for (const path of [...theirs, ...relays])
      await sendRaw(url, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(own).toEqual(theirs);
  });

  it('S-134: closes the longest idle of too many connections of an address', async () => {
    const { port, relay } = await start((listener) => createServer(listener));
    const asked = [];
    for (let nth = 0; nth < 260; nth++) {
      const socket = connect(port, '127.0.0.1');
      closings.push(() => socket.destroy());
      const closed = once(socket, 'close');
      socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
      await once(socket, 'data');
      asked.push({ closed });
    }
    await Promise.all(asked.slice(0, 4).map(({ closed }) => closed));
    const metrics = await relay.fetch(
      new Request('http://relay.example/metrics', { headers: bearer('read') }),
    );
    expect(await metrics.text()).toContain('foyer_refusals_total{kind="idle_connections"} 4\n');
  });

  it('answers HTTP/2', async () => {
    const { url } = await start((listener) => createHttp2Server(listener as never) as never);
    const session = connectHttp2(url);
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, nth) => {
        const stream = session.request({
          ':path': nth === 0 ? '/chat/../admin/openapi.json' : '/chat/config',
        });
        const [headers] = await once(stream, 'response');
        stream.resume();
        await once(stream, 'end');
        return headers[':status'];
      }),
    );
    session.close();
    await once(session, 'close');
    expect(statuses).toEqual([400, ...Array(19).fill(200)]);
  });
});
