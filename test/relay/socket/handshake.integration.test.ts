import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { MAX_CONNECTIONS } from '../../../src/protocol/limits.ts';
import { type Problem, socketUrl } from '../../../src/protocol/relay.ts';
import { sessionGrant } from '../../../src/protocol/relay-schemas.ts';
import { countResponses } from '../../support/raw-request.ts';
import { ADMIN_ENV, as } from '../support/admin.ts';
import { problemOf, until } from '../support/bench.ts';
import { useProxy } from '../support/proxy.ts';

const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';

/** A handshake as it is sent, with further headers. */
function requestFor(url: string, { key = KEY, more = '' } = {}): string {
  const { pathname, search, host } = new URL(url);
  return (
    `GET ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\nOrigin: https://shop.example.com\r\n` +
    'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
    `Sec-WebSocket-Key: ${key}\r\n${more}\r\n`
  );
}

describe('a handshake with the relay', () => {
  const open = useProxy();

  // S-70: an exact list, as for the session routes.
  it.each([
    null,
    'null',
    'https://evil.example',
    'http://shop.example.com',
    'https://shop.example.com.evil.example',
    'https://shop.example.com:8443',
    'https://SHOP.example.com',
    'https://partner.example',
  ])('refuses a handshake for the origin %s, even with a valid ticket', async (origin) => {
    const { create, handshake, upstream } = await open();
    const grant = await create();
    expect([await handshake(grant, { origin }), upstream.sockets()]).toEqual([403, 0]);
    expect(typeof (await handshake(grant))).toBe('object');
  });

  it('accepts handshakes of the listed origins and of the relay’s own', async () => {
    const { create, handshake, url } = await open();
    const own = await handshake(await create(), { origin: url });
    const partner = await handshake(await create(), { origin: 'https://help.partner.example' });
    expect([typeof own, typeof partner]).toEqual(['object', 'object']);
  });

  it.each([
    ['/chat/ws', 400],
    ['/chat/ws?session_id=5e551011', 400],
    ['/chat/ws?access_token=abc', 400],
    ['/chat/ws?session_id=5e551011&access_token=abc', 401],
    ['/ws?session_id=5e551011&access_token=abc', 404],
    ['/chat/ws/?session_id=5e551011&access_token=abc', 404],
    ['/healthz', 404],
  ])('answers a handshake to %s with %i', async (query, status) => {
    const { create, handshake, upstream } = await open();
    expect([await handshake(await create(), { query }), upstream.sockets()]).toEqual([status, 0]);
  });

  // Such a proxy left every visitor at “connecting” for ever, and nobody was told.
  it('answers 426 without an Upgrade header, counts it as refused, and explains it once in the log', async () => {
    const { call, records } = await open({ env: ADMIN_ENV });
    const answers = [await call('/chat/ws?session_id=5e551011&access_token=abc'), await call('/chat/ws')];
    const said = answers.map((answer) => [
      answer.status,
      answer.headers.get('upgrade'),
      (answer.json as Problem).code,
    ]);
    expect(said).toEqual(Array(2).fill([426, 'websocket', 'upgrade_required']));
    const metrics = (await call('/metrics', as('read'))).text;
    expect(metrics).toContain('foyer_sockets_refused_total{status="426"} 2');
    const warnings = records().filter((record) => record.level === 'warn');
    expect(warnings.map((warning) => warning.msg)).toEqual([
      expect.stringContaining('pass Upgrade and Connection'),
    ]);
  });

  it('there is no path for handshakes where browsers connect to the platform only', async () => {
    const { call } = await open({ env: { FOYER_SOCKET: 'direct', FOYER_CARRIERS: 'direct' } });
    expect((await call('/chat/ws')).status).toBe(404);
  });

  it.each([
    ['two hosts', 'host: b\r\n', 400],
    ['more than a hundred headers', 'X-A: 1\r\n'.repeat(97), 431],
  ])('S-55: refuses a handshake with %s', async (_, headers, status) => {
    const { create, raw, upstream } = await open();
    const answer = await raw(requestFor(socketUrl(await create(), 0), { more: headers }));
    expect([countResponses(answer), upstream.sockets()]).toEqual([{ count: 1, status }, 0]);
  });

  it.each([
    ['a wrong ticket', 401, { access_token: 'none' }, KEY],
    ['a wrong key', 400, {}, 'none'],
  ])('S-60: refuses a handshake with %s with security headers and an id', async (_, status, wrong, key) => {
    const { create, raw, records } = await open();
    const answer = await raw(requestFor(socketUrl({ ...(await create()), ...wrong }, 0), { key }));
    expect(countResponses(answer)).toEqual({ count: 1, status });
    expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im);
    expect(answer).toMatch(/^cache-control: no-store\r$/im);
    const id = /^x-request-id: (\S+)\r$/im.exec(answer)?.[1];
    const refused = records().filter((record) => record['msg'] === 'socket refused');
    expect(refused).toEqual([expect.objectContaining({ request_id: id, status })]);
  });

  it('S-13: a handshake needs the cookie of the browser that the session is bound to', async () => {
    const { call, handshake } = await open();
    const created = async () => {
      const answer = await call('/chat/sessions', { method: 'POST', headers: { Cookie: 'foyer-probe=1' } });
      const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
      return { grant: z.parse(sessionGrant, answer.json), cookie };
    };
    const [first, second, third] = [await created(), await created(), await created()];
    const admitted = await handshake(third.grant, { headers: { Cookie: third.cookie } });
    expect([
      await handshake(first.grant),
      await handshake(second.grant, { headers: { Cookie: first.cookie } }),
      typeof admitted,
    ]).toEqual([404, 404, 'object']);
  });

  // M-3.4 to M-3.7
  it.each([400, 401, 403, 404, 429])(
    'refuses a handshake with the status of the platform: %i',
    async (status) => {
      const { create, handshake, upstream } = await open();
      upstream.replySocket(status);
      expect(await handshake(await create())).toBe(status);
    },
  );

  it.each([
    [500, 502],
    [302, 502],
    ['hang-up', 503],
  ] as const)('refuses a handshake when the platform answers with %s: status %i', async (reply, status) => {
    const { create, handshake, upstream } = await open();
    upstream.replySocket(reply);
    expect(await handshake(await create())).toBe(status);
  });

  it('refuses a handshake with 504 when the platform does not answer for ten seconds', async () => {
    const { create, handshake, upstream, clock } = await open();
    upstream.replySocket('silence');
    const answer = handshake(await create());
    await until(() => upstream.sockets() === 1);
    clock.advance(9_999);
    clock.advance(1);
    expect(await answer).toBe(504);
    await until(() => upstream.sockets() === 0);
    expect(clock.waiting()).toBe(0);
  });

  // Nobody reads its connection yet, so a browser that has given up went unnoticed, and so did many of them.
  it('ends the handshake with the platform when the browser leaves', async () => {
    const { create, upstream, records, clock } = await open();
    upstream.replySocket('silence');
    const url = socketUrl(await create(), 0);
    const browser = connect(Number(new URL(url).port), '127.0.0.1');
    browser.write(requestFor(url));
    await until(() => upstream.sockets() === 1);
    browser.end();
    await until(() => upstream.sockets() === 0);
    expect([clock.waiting(), records().filter((record) => record.msg === 'socket refused')]).toEqual([0, []]);
  });

  it('records the session as ended when the platform answers 404', async () => {
    const { create, handshake, upstream, call } = await open();
    const grant = await create();
    upstream.replySocket(404);
    const refused = await handshake(grant);
    const resumed = await call(`/chat/sessions/${grant.session_id}/resume`, { method: 'POST' });
    expect([refused, problemOf(resumed)]).toMatchObject([404, { code: 'session_expired' }]);
  });

  it('refuses a handshake for a session that was deleted after the ticket was issued', async () => {
    const { create, handshake, call } = await open();
    const grant = await create();
    await call(`/chat/sessions/${grant.session_id}`, { method: 'DELETE' });
    expect(await handshake(grant)).toBe(404);
  });

  // S-21
  it(`accepts ${MAX_CONNECTIONS} sockets of a session, and another when one has closed`, async () => {
    const { create, resume, handshake } = await open();
    const grant = await create();
    const connect = async () => handshake(await resume(grant));
    const visitors = [];
    for (let nth = 0; nth < MAX_CONNECTIONS; nth++) visitors.push(await connect());
    const eleventh = await connect();
    const [first] = visitors;
    if (typeof first === 'object') {
      first.socket.close();
      await first.closed;
    }
    expect([visitors.map((visitor) => typeof visitor), eleventh, typeof (await connect())]).toEqual([
      Array(MAX_CONNECTIONS).fill('object'),
      429,
      'object',
    ]);
  });

  it('refuses handshakes where browsers connect to the platform only, and grants its address', async () => {
    const env = { FOYER_SOCKET: 'direct', FOYER_CARRIERS: 'direct' };
    const { create, handshake, upstream } = await open({ env });
    const grant = await create();
    expect(grant.websocket_url).toBe(`${upstream.url.replace('http', 'ws')}/ws`);
    expect(await handshake(grant, { query: '/chat/ws?session_id=a&access_token=b' })).toBe(404);
  });

  it('refuses open handshakes when it closes, without waiting for the platform', async () => {
    const { create, handshake, upstream, relay } = await open();
    upstream.replySocket('silence');
    const answer = handshake(await create());
    await until(() => upstream.sockets() === 1);
    await relay.close();
    expect(await answer).toBe(503);
  });

  it.each(['a@b', 'a b', ''])('answers a handshake with the Host "%s" with 400', async (host) => {
    const { raw } = await open();
    const answer = await raw(
      `GET /chat/ws?session_id=a&access_token=b HTTP/1.1\r\nHost: ${host}\r\nOrigin: https://shop.example.com\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('answers 400 to a malformed key, and closes the socket to the platform', async () => {
    const { create, raw, upstream } = await open();
    const grant = await create();
    const answer = await raw(
      `GET /chat/ws?session_id=${grant.session_id}&access_token=${grant.access_token} HTTP/1.1\r\nHost: a\r\nOrigin: https://shop.example.com\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: broken\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    await until(() => upstream.sockets() === 0);
  });
});
