import { describe, expect, it } from 'vitest';
import { type CallOptions, problem, problemOf, SHOP, useBench } from './support/bench.ts';

const ANY = '/chat/sessions/5e551011-0000-4000-8000-000000000001';
const GUARDED: readonly (readonly [string, string])[] = [
  ['POST', '/chat/sessions'],
  ['POST', `${ANY}/resume`],
  ['GET', ANY],
  ['DELETE', ANY],
];

const FOREIGN: readonly (string | null)[] = [
  null,
  'null',
  '',
  '*',
  'https://evil.example',
  'http://shop.example.com',
  'https://shop.example.com:8443',
  'https://shop.example.com.evil.example',
  'https://evilshop.example.com',
  'https://shop.example.com/',
  'https://SHOP.example.com',
  'https://shop.example.com@evil.example',
  'https://shop.example.com, https://evil.example',
  'https://partner.example',
  'https://evilpartner.example',
  'https://evil.example/.partner.example',
  'https://evil.example#.partner.example',
  'https://a..partner.example',
  'https://.partner.example',
  'http://a.partner.example',
  'https://a.partner.example:444',
  'file://',
  'chrome-extension://abcdefghijklmnop',
  'http://localhost',
  'http://127.0.0.1',
  // S-50: more than sixty origins that are similar to listed ones.
  'https://shop.example.com.',
  'https://shop.example.com:',
  'https://shop.example.com:443',
  'https://shop.example.com:80',
  'https://shop.example.com:0443',
  'https://shop.example.com?',
  'https://shop.example.com#',
  'https://shop.example.com\\',
  'https://shop.example.com/%2e',
  'https://shop.example.com%00',
  'https://shop.example.com%20',
  'https://shop.example.com;',
  'https://shop.example.com,',
  'https://shop.example.com https://evil.example',
  'https://evil.example https://shop.example.com',
  'https://shop.example.com.partner.example.evil.example',
  'https://shop-example.com',
  'https://shop.example.co',
  'https://shop.example.comm',
  'https://shopXexample.com',
  'https://www.shop.example.com',
  'https://example.com',
  'https://.example.com',
  'https:/shop.example.com',
  'https:shop.example.com',
  '//shop.example.com',
  'shop.example.com',
  'HTTPS://shop.example.com',
  'Https://shop.example.com',
  'wss://shop.example.com',
  'ftp://shop.example.com',
  'data:text/html,shop.example.com',
  'blob:https://shop.example.com/1',
  'about:blank',
  'https://xn--shop-example-com',
  'https://shop.example.com\u00e9',
  'https://user@shop.example.com',
  'https://user:pass@a.partner.example',
  'https://a.partner.example.',
  'https://a.partner.example:443',
  'https://a.partner.example/',
  'https://A.partner.example',
  'https://a.PARTNER.example',
  'https://a_.b-.partner.examples',
  'https://a partner.example',
  'https://a\tpartner.example',
  'https://*.partner.example',
  'https://[::1]',
  'https://1.2.3.4',
  'undefined',
  'true',
];

const corsOf = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-') || name === 'vary'));
const ALLOWED = (origin: string) => ({
  'access-control-allow-origin': origin,
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': 'Date, Retry-After, X-Request-Id',
  vary: 'Origin',
});

describe('cross-origin rules', () => {
  const open = useBench();

  it.each([SHOP, 'https://a.partner.example', 'https://deep.er.partner.example'])(
    'allows the page %s and echoes its origin',
    async (origin) => {
      const { call } = await open();
      const answer = await call('/chat/sessions', { method: 'POST', origin });
      expect([answer.status, corsOf(answer.headers)]).toEqual([201, ALLOWED(origin)]);
    },
  );

  it.each(GUARDED)('S-50: refuses %s %s for any other origin and without one', async (method, path) => {
    const { call, upstream } = await open();
    const refused = problem(403, 'origin_not_allowed');
    for (const origin of FOREIGN) {
      const answer = await call(path, { method, origin });
      expect([origin, problemOf(answer), corsOf(answer.headers)]).toEqual([
        origin,
        refused,
        { vary: 'Origin' },
      ]);
    }
    expect(upstream.received).toEqual([]);
  });

  it('a foreign page cannot delete a session', async () => {
    const { call } = await open();
    await call('/chat/sessions', { method: 'POST' });
    await call(ANY, { method: 'DELETE', origin: 'https://evil.example' });
    expect((await call(`${ANY}/resume`, { method: 'POST' })).status).toBe(200);
  });

  // Everything that forms, images, beacons and scripts of a foreign page can send, with and without a preflight.
  it('S-51: no request of a foreign page has an effect', async () => {
    const { call, upstream } = await open();
    const created = await call('/chat/sessions', { method: 'POST', headers: { Cookie: 'foyer-probe=1' } });
    const cookie = created.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const before = upstream.received.length;
    const types = [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
      'text/plain; application/json',
      'application/json',
    ];
    const statuses: number[] = [];
    for (const [method, path] of GUARDED) {
      for (const type of types) {
        for (const origin of ['https://evil.example', 'null', null]) {
          const headers = {
            'Content-Type': type,
            Cookie: `foyer-probe=1; ${cookie}`,
            'Sec-Fetch-Site': 'cross-site',
          };
          const body = method === 'GET' ? {} : { body: '{}' };
          statuses.push((await call(path, { method, origin, headers, ...body })).status);
        }
        const simple = { 'Content-Type': type, Cookie: cookie, 'Sec-Fetch-Site': 'same-site' };
        statuses.push((await call(path, { method, origin: null, headers: simple })).status);
      }
    }
    expect(statuses).toEqual(Array(80).fill(403));
    expect(upstream.received).toHaveLength(before);
    const kept = await call(`${ANY}/resume`, { method: 'POST', headers: { Cookie: cookie } });
    expect(kept.status).toBe(200);
  });

  // Content types that a foreign page can send without a preflight.
  it.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'S-51: a simple request of type %s creates no session',
    async (type) => {
      const { call, upstream } = await open();
      const options = { method: 'POST', headers: { 'Content-Type': type }, body: '{}' };
      const foreign = await call('/chat/sessions', { ...options, origin: 'https://evil.example' });
      const allowed = await call('/chat/sessions', options);
      expect([problemOf(foreign), problemOf(allowed)]).toEqual([
        problem(403, 'origin_not_allowed'),
        problem(415, 'unsupported_media_type'),
      ]);
      expect(upstream.received).toEqual([]);
    },
  );

  const preflight = (origin: string | null): CallOptions => ({
    method: 'OPTIONS',
    origin,
    headers: { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' },
  });

  it.each(['/chat/sessions', ANY, `${ANY}/resume`, '/chat/config'])(
    'accepts the preflight for %s of an allowed page',
    async (path) => {
      const { call } = await open();
      const answer = await call(path, preflight(SHOP));
      expect([answer.status, answer.text, corsOf(answer.headers)]).toEqual([
        204,
        '',
        {
          ...ALLOWED(SHOP),
          'access-control-allow-methods': 'GET, POST, PUT, DELETE',
          'access-control-allow-headers': 'content-type',
          'access-control-max-age': '600',
          vary: 'Access-Control-Request-Headers, Origin',
        },
      ]);
    },
  );

  it.each([
    ['content-type,sentry-trace,baggage', 'content-type,sentry-trace,baggage'],
    ['content-type, traceparent', 'content-type, traceparent'],
    ['', 'Content-Type'],
    ['x y', 'Content-Type'],
    ['*;x', 'Content-Type'],
    ['x,'.repeat(1_000), 'Content-Type'],
    [`a${'b'.repeat(3_000)}`, 'Content-Type'],
  ])('allows the headers that scripts of the page add to its calls: %.40s', async (asked, allowed) => {
    const { call } = await open();
    const { headers } = await call('/chat/sessions', {
      ...preflight(SHOP),
      headers: { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': asked },
    });
    expect(headers.get('access-control-allow-headers')).toBe(allowed);
  });

  it('refuses every other preflight', async () => {
    const { call } = await open();
    for (const origin of FOREIGN) {
      const answer = await call('/chat/sessions', preflight(origin));
      expect([problemOf(answer), corsOf(answer.headers)]).toEqual([
        problem(403, 'origin_not_allowed'),
        { vary: 'Origin' },
      ]);
    }
  });

  it('lets an allowed page read errors, too', async () => {
    const { call } = await open();
    const answers = [
      await call('/chat/sessions/none/resume', { method: 'POST' }),
      await call('/chat/nothing'),
      await call('/chat/sessions', { method: 'PUT' }),
    ];
    expect(answers.map((answer) => [answer.status, corsOf(answer.headers)])).toEqual([
      [404, ALLOWED(SHOP)],
      [404, ALLOWED(SHOP)],
      [405, ALLOWED(SHOP)],
    ]);
  });

  it('lets everyone load the public configuration, and allowed pages read it across origins', async () => {
    const { call } = await open();
    const own = await call('/chat/config', { origin: null });
    const foreign = await call('/chat/config', { origin: 'https://evil.example' });
    const allowed = await call('/chat/config');
    expect([own, foreign, allowed].map((answer) => [answer.status, corsOf(answer.headers)])).toEqual([
      [200, { vary: 'Accept-Encoding, Origin' }],
      [200, { vary: 'Accept-Encoding, Origin' }],
      [200, { ...ALLOWED(SHOP), vary: 'Accept-Encoding, Origin' }],
    ]);
  });

  it('tells every page if its origin is allowed, without cookies', async () => {
    const { call, upstream } = await open();
    const origins = [SHOP, 'https://a.partner.example', 'https://evil.example', 'null', null];
    const answers = await Promise.all(origins.map((origin) => call('/chat/origin-check', { origin })));
    expect(
      answers.map((answer) => [answer.status, answer.json, answer.headers.get('cache-control')]),
    ).toEqual(origins.map((origin, nth) => [200, { allowed: nth < 2, origin }, 'no-store']));
    for (const { headers } of answers) {
      expect([corsOf(headers), headers.getSetCookie()]).toEqual([
        { 'access-control-allow-origin': '*', vary: 'Origin' },
        [],
      ]);
    }
    expect(upstream.received).toEqual([]);
  });

  it('adds no CORS headers outside /chat', async () => {
    const { call } = await open();
    const answers = [
      await call('/healthz'),
      await call('/chatter'),
      await call('/healthz', preflight(SHOP)),
      await call('/nothing', preflight(SHOP)),
    ];
    expect(answers.map((answer) => [answer.status, corsOf(answer.headers)])).toEqual([
      [200, {}],
      [404, {}],
      [405, {}],
      [404, {}],
    ]);
  });
});
