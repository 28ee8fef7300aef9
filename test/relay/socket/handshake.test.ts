import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { MAX_CONNECTIONS } from '../../../src/protocol/limits.ts';
import { sessionGrant, socketUrl } from '../../../src/protocol/relay.ts';
import { answersIn } from '../../support/raw-request.ts';
import { problemOf, until } from '../support/bench.ts';
import { useProxy } from '../support/proxy.ts';

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
  ])('is refused to a page of %s, whatever its ticket', async (origin) => {
    const { create, knock, upstream } = await open();
    const grant = await create();
    expect([await knock(grant, { origin }), upstream.sockets()]).toEqual([403, 0]);
    expect(typeof (await knock(grant))).toBe('object');
  });

  it("is open to the pages of the list and to the relay's own", async () => {
    const { create, knock, url } = await open();
    const own = await knock(await create(), { origin: url });
    const partner = await knock(await create(), { origin: 'https://help.partner.example' });
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
  ])('for %s is answered %i', async (query, status) => {
    const { create, knock, upstream } = await open();
    expect([await knock(await create(), { query }), upstream.sockets()]).toEqual([status, 0]);
  });

  it.each([
    ['two hosts', 'host: b\r\n', 400],
    ['more than a hundred headers', 'X-A: 1\r\n'.repeat(97), 431],
  ])('S-55: is refused with %s', async (_, headers, status) => {
    const { create, raw, upstream, url } = await open();
    const ask = async (more: string) => {
      const { pathname, search } = new URL(socketUrl(await create(), 0));
      const head = `GET ${pathname}${search} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nOrigin: https://shop.example.com\r\n`;
      const wish = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n';
      return answersIn(await raw(`${head}${wish}Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${more}\r\n`));
    };
    expect([await ask(headers), upstream.sockets()]).toEqual([{ count: 1, status }, 0]);
  });

  it('S-13: for a session that is bound to a browser needs the cookie of that browser', async () => {
    const { call, knock } = await open();
    const created = async () => {
      const answer = await call('/chat/sessions', { method: 'POST', headers: { Cookie: 'foyer-probe=1' } });
      const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
      return { grant: z.parse(sessionGrant, answer.json), cookie };
    };
    const [first, second, third] = [await created(), await created(), await created()];
    const admitted = await knock(third.grant, { headers: { Cookie: third.cookie } });
    expect([
      await knock(first.grant),
      await knock(second.grant, { headers: { Cookie: first.cookie } }),
      typeof admitted,
    ]).toEqual([404, 404, 'object']);
  });

  it.each([400, 401, 403, 404, 429])('passes on that the platform refused it with %i', async (status) => {
    const { create, knock, upstream } = await open();
    upstream.replySocket(status);
    expect(await knock(await create())).toBe(status);
  });

  it.each([
    [500, 502],
    [302, 502],
    ['hang-up', 503],
  ] as const)('that the platform answers with %s is answered %i', async (reply, status) => {
    const { create, knock, upstream } = await open();
    upstream.replySocket(reply);
    expect(await knock(await create())).toBe(status);
  });

  it("is given up after ten seconds of the platform's silence", async () => {
    const { create, knock, upstream, clock } = await open();
    upstream.replySocket('silence');
    const answer = knock(await create());
    await until(() => upstream.sockets() === 1);
    clock.advance(9_999);
    clock.advance(1);
    expect(await answer).toBe(504);
    await until(() => upstream.sockets() === 0);
    expect(clock.waiting()).toBe(0);
  });

  it('tells everybody later that the session is over, once the platform has said so', async () => {
    const { create, knock, upstream, call } = await open();
    const grant = await create();
    upstream.replySocket(404);
    const refused = await knock(grant);
    const resumed = await call(`/chat/sessions/${grant.session_id}/resume`, { method: 'POST' });
    expect([refused, problemOf(resumed)]).toMatchObject([404, { code: 'session_expired' }]);
  });

  it('of a session that was forgotten meanwhile is refused', async () => {
    const { create, knock, call } = await open();
    const grant = await create();
    await call(`/chat/sessions/${grant.session_id}`, { method: 'DELETE' });
    expect(await knock(grant)).toBe(404);
  });

  // S-21
  it(`is open to ${MAX_CONNECTIONS} sockets of a session, and to the next when one has gone`, async () => {
    const { create, resume, knock } = await open();
    const grant = await create();
    const enter = async () => knock(await resume(grant));
    const visitors = [];
    for (let nth = 0; nth < MAX_CONNECTIONS; nth++) visitors.push(await enter());
    const eleventh = await enter();
    const [first] = visitors;
    if (typeof first === 'object') {
      first.socket.close();
      await first.closed;
    }
    expect([visitors.map((it) => typeof it), eleventh, typeof (await enter())]).toEqual([
      Array(MAX_CONNECTIONS).fill('object'),
      429,
      'object',
    ]);
  });

  it('leaves the tokens alone in the mode in which the platform carries the sockets', async () => {
    const { create, knock, upstream } = await open({ env: { FOYER_SOCKET: 'direct' } });
    const grant = await create();
    expect(grant.websocket_url).toBe(`${upstream.url.replace('http', 'ws')}/ws`);
    expect(await knock(grant, { query: '/chat/ws?session_id=a&access_token=b' })).toBe(404);
  });

  it('is refused when the relay closes meanwhile, which does not wait for the platform', async () => {
    const { create, knock, upstream, relay } = await open();
    upstream.replySocket('silence');
    const answer = knock(await create());
    await until(() => upstream.sockets() === 1);
    await relay.close();
    expect(await answer).toBe(503);
  });

  it.each(['a@b', 'a b', ''])('with the Host "%s" is answered 400', async (host) => {
    const { raw } = await open();
    const answer = await raw(
      `GET /chat/ws?session_id=a&access_token=b HTTP/1.1\r\nHost: ${host}\r\nOrigin: https://shop.example.com\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('that is none after all is answered by its fault, and the platform is let go of', async () => {
    const { create, raw, upstream } = await open();
    const grant = await create();
    const answer = await raw(
      `GET /chat/ws?session_id=${grant.session_id}&access_token=${grant.access_token} HTTP/1.1\r\nHost: a\r\nOrigin: https://shop.example.com\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: broken\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    await until(() => upstream.sockets() === 0);
  });
});
