import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { socketUrl } from '../../src/protocol/relay.ts';
import { ADMIN_ENV, as } from './support/admin.ts';
import { until } from './support/bench.ts';
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

  it('checks the origin, the ticket, the path and the rate of handshakes, and counts what it refuses', async () => {
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

  it('refuses handshakes in direct mode, where browsers connect to the platform', async () => {
    const { create, url, records } = await open({ FOYER_SOCKET: 'direct' });
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
