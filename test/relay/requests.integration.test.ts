import { describe, expect, it } from 'vitest';
import { problem, problemOf, SHOP, useBench } from './support/bench.ts';

const ID = '5e551011-0000-4000-8000-000000000001';
const ROUTES: readonly (readonly [string, string])[] = [
  ['/chat/sessions', 'POST'],
  [`/chat/sessions/${ID}/resume`, 'POST'],
  [`/chat/sessions/${ID}`, 'GET, HEAD, DELETE'],
  ['/chat/config', 'GET, HEAD'],
  ['/chat/origin-check', 'GET, HEAD'],
  ['/healthz', 'GET, HEAD'],
  ['/widget.js', 'GET, HEAD'],
  ['/frame', 'GET, HEAD'],
  ['/frame.js', 'GET, HEAD'],
  ['/assets/panel-a1.js', 'GET, HEAD'],
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
const LIMIT = 16 * 1024;

const padded = (bytes: number) => `{"streaming":true${' '.repeat(bytes - '{"streaming":true}'.length)}}`;
const optional = (field: string, expected: string) => [{ field, message: expected }];

describe('requests', () => {
  const open = useBench();

  it.each(ROUTES)(
    'S-52: requests are answered with 405 on %s for every method except %s',
    async (path, allow) => {
      const { call, upstream } = await open();
      for (const method of METHODS.filter((method) => !allow.split(', ').includes(method))) {
        const answer = await call(path, { method });
        // An answer to HEAD has no body.
        const said = method === 'HEAD' ? answer.status : problemOf(answer);
        expect([method, said, answer.headers.get('allow')]).toEqual([
          method,
          method === 'HEAD' ? 405 : problem(405, 'method_not_allowed'),
          allow,
        ]);
      }
      expect(upstream.received).toEqual([]);
    },
  );

  it('S-52: TRACE is refused on every path and not echoed', async () => {
    const { raw } = await open();
    for (const path of [...ROUTES.map(([route]) => route), '/nothing']) {
      const answer = await raw(
        `TRACE ${path} HTTP/1.1\r\nHost: a\r\nOrigin: ${SHOP}\r\nX-Canary: back\r\nConnection: close\r\n\r\n`,
      );
      expect([path, answer.slice(0, 12)]).toEqual([
        path,
        path === '/nothing' ? 'HTTP/1.1 404' : 'HTTP/1.1 405',
      ]);
      expect(answer).not.toContain('back');
    }
  });

  it('the address of the relay tells what it is, and where its documentation is', async () => {
    const { call } = await open();
    const answer = await call('/', { origin: null });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(answer.text).toMatch(/documentation is in the package foyer-relay/);
    expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/);
  });

  it.each([
    '/nothing',
    '/chat',
    '/chat/',
    '/chat/sessions/',
    '/CHAT/sessions',
    '/chat/sessions;x',
    `/chat/sessions/${ID}/resume/more`,
    '/assets',
    '/assets/',
    '/frame.html',
    '/admin/v1',
    '/admin/v1/behaviour',
    '/ADMIN/v1/behavior',
    '/admin/v1/behavior/',
    '/widget.js.map',
    '/package.json',
  ])('requests are answered with 404 at %s', async (path) => {
    const { call } = await open();
    const answers = [await call(path), await call(path, { method: 'POST', body: {} })];
    expect(answers.map(problemOf)).toEqual([problem(404, 'not_found'), problem(404, 'not_found')]);
  });

  it.each([
    ['an unfinished object', '{', [{ field: '', message: 'expected JSON in UTF-8' }]],
    ['an array', '[]', optional('', 'must be an object')],
    ['a text', '"text"', optional('', 'must be an object')],
    ['null', 'null', optional('', 'must be an object')],
    ['16,000 brackets', '[[[['.repeat(4_000), [{ field: '', message: 'must have at most 64 levels' }]],
    ['an unknown platform', '{"platform":"watch"}', optional('platform', 'must be one of web, ios, android')],
    ['the platform null', '{"platform":null}', optional('platform', 'must be one of web, ios, android')],
    ['a text for streaming', '{"streaming":"yes"}', optional('streaming', 'must be true or false')],
    [
      'a locale of 101 letters',
      `{"locale":"${'e'.repeat(101)}"}`,
      optional('locale', 'must have at most 100 characters'),
    ],
    ['a number as locale', '{"locale":5}', optional('locale', 'must be a string')],
  ])('refuses %s as body, and names the invalid field', async (_, body, errors) => {
    const { call, upstream } = await open();
    const answer = await call('/chat/sessions', { method: 'POST', body });
    expect(problemOf(answer)).toEqual(problem(400, 'invalid_request', errors));
    expect(upstream.received).toEqual([]);
  });

  it.each([
    '{"__proto__":{"platform":"ios"}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"a":1}',
    '{"locale":"english\\r\\n"}',
  ])('S-35: requests are forwarded without unknown fields: %s', async (body) => {
    const { call, upstream } = await open();
    expect((await call('/chat/sessions', { method: 'POST', body })).status).toBe(201);
    expect(upstream.received[1]?.body).toBe('{"streaming_enabled":true,"platform":"web"}');
    expect('polluted' in {}).toBe(false);
  });

  it.each(['/chat/sessions', `/chat/sessions/${ID}/resume`])(
    'S-54: requests to %s are limited to a body of 16 KB',
    async (path) => {
      const { call } = await open();
      await call('/chat/sessions', { method: 'POST' });
      const full = await call(path, { method: 'POST', body: padded(LIMIT) });
      const over = await call(path, { method: 'POST', body: padded(LIMIT + 1) });
      expect(full.status).toBeLessThan(300);
      expect(problemOf(over)).toEqual(problem(413, 'body_too_large'));
    },
  );

  it.each([
    ['a body that is too long', padded(LIMIT + 1), 'application/json', problem(413, 'body_too_large')],
    ['a form', 'a=1', 'application/x-www-form-urlencoded', problem(415, 'unsupported_media_type')],
  ])('requests with %s delete no session', async (_, body, type, refused) => {
    const { call } = await open();
    const options = { method: 'DELETE', headers: { 'Content-Type': type }, body };
    expect(problemOf(await call(`/chat/sessions/${ID}`, options))).toEqual(refused);
  });

  it.each([
    ['ten thousand keys', `{${Array.from({ length: 10_000 }, (_, nth) => `"k${nth}":1`).join()}}`, {}, 413],
    ['as many keys as fit', `{${Array.from({ length: 1_500 }, (_, nth) => `"k${nth}":1`).join()}}`, {}, 201],
    ['a depth of ten thousand', '['.repeat(10_000), {}, 400],
    ['a closed depth of eight thousand', `${'['.repeat(8_000)}${']'.repeat(8_000)}`, {}, 400],
    ['nothing at all', '', {}, 201],
    ['compressed data', 'x'.repeat(9_000), { 'Content-Encoding': 'gzip' }, 415],
    ['bytes that are not UTF-8', '"\u00ff"', { 'Content-Type': 'application/json; charset=latin1' }, 400],
  ])('S-54: a request needs less than 50 MB for a body of %s', async (_, body, headers, status) => {
    const { call } = await open();
    const before = process.memoryUsage().rss;
    const answer = await call('/chat/sessions', {
      method: 'POST',
      headers: headers as Record<string, string>,
      body,
    });
    expect([answer.status, process.memoryUsage().rss - before < 50_000_000]).toEqual([status, true]);
    expect((await call('/healthz')).status).toBe(200);
  });

  it('S-54: requests with a chunked body are limited too', async () => {
    const { raw, upstream } = await open();
    const chunk = padded(LIMIT + 1);
    const answer = await raw(
      `POST /chat/sessions HTTP/1.1\r\nHost: a\r\nOrigin: ${SHOP}\r\nContent-Type: application/json\r\n` +
        `Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 [\s\S]*"code":"body_too_large"/);
    expect(upstream.received).toEqual([]);
  });

  it.each([
    [{ 'Content-Type': 'text/plain' }, 415],
    [{ 'Content-Type': 'application/jsonp' }, 415],
    [{ 'Content-Type': 'application/vnd.api+json' }, 415],
    [{ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' }, 415],
    [{ 'Content-Type': 'Application/JSON ; charset=utf-8' }, 201],
  ])('S-52: requests with a body and %j are answered with %i', async (headers, status) => {
    const { call } = await open();
    const answer = await call('/chat/sessions', {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: '{}',
    });
    expect(answer.status).toBe(status);
  });

  it.each([
    ['an invalid host', 'GET /healthz HTTP/1.1\r\nHost: a b\r\n'],
    ['no host', 'GET /healthz HTTP/1.1\r\n'],
    ['two lengths', 'POST /chat/sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n'],
    [
      'length and chunks',
      'POST /chat/sessions HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n',
    ],
    ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nhost: b\r\n'],
    ['a folded header', 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: 1\r\n 2\r\n'],
    ['a null byte', 'GET /healthz HTTP/1.1\r\nHost: a\r\nX-A: 1\0\r\n'],
    ['a method that is none', 'NONSENSE /healthz HTTP/1.1\r\nHost: a\r\n'],
    ['another protocol', '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03'],
  ])('S-55: requests with %s are answered with 400', async (_, head) => {
    const { raw, upstream } = await open();
    const answer = await raw(`${head}Connection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    // S-60
    for (const header of ['x-content-type-options: nosniff', 'x-request-id: ', 'cache-control: no-store'])
      expect(answer.toLowerCase()).toContain(`\r\n${header}`);
    expect(answer).toMatch(/"code":"invalid_request"/);
    expect(upstream.received).toEqual([]);
  });

  it('requests with the cookies of a whole site are answered', async () => {
    const { call } = await open();
    const answer = await call('/chat/config', { headers: { Cookie: `site=${'x'.repeat(60_000)}` } });
    expect(answer.status).toBe(200);
  });

  it('S-55: headers of 64 KB, or more than a hundred, are answered with 431', async () => {
    const { raw, call } = await open();
    const large = `X-A: ${'a'.repeat(65_536)}\r\n`;
    const many = (count: number) => `X-A: 1\r\n`.repeat(count);
    const ask = (headers: string) =>
      raw(`GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`);
    const answers = [await ask(large), await ask(many(98)), await ask(many(99)), await ask(many(2_001))];
    expect(answers.map((answer) => answer.slice(0, 12))).toEqual([
      'HTTP/1.1 431',
      'HTTP/1.1 200',
      'HTTP/1.1 431',
      'HTTP/1.1 431',
    ]);
    for (const refused of [answers[0], answers[3]]) {
      expect(refused).toMatch(/"code":"headers_too_large"/);
      expect(refused).toMatch(/64 KB.*cookies/);
      expect(refused).toMatch(/^x-content-type-options: nosniff\r$/im);
    }
    expect((await call('/healthz')).status).toBe(200);
  });

  it('S-60: an unknown expectation is answered as none', async () => {
    const { raw } = await open();
    const answer = await raw('GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/^x-content-type-options: nosniff\r$/im);
  });

  it('S-60: every answer has security headers and a new request id', async () => {
    const { call } = await open();
    const ids = new Set<string | null>();
    const answers = [
      await call('/healthz', { headers: { 'X-Request-Id': 'mine' } }),
      await call('/chat/config'),
      await call('/chat/sessions', { method: 'POST' }),
      await call('/chat/sessions', { method: 'POST', origin: null }),
      await call(`/chat/sessions/${ID}`, { method: 'DELETE' }),
      await call('/nothing', { method: 'PUT' }),
      await call('/chat/sessions', {
        method: 'OPTIONS',
        headers: { 'Access-Control-Request-Method': 'POST' },
      }),
      await call('/chat/sessions', { method: 'POST', body: '{' }),
    ];
    for (const { headers } of answers) {
      ids.add(headers.get('x-request-id'));
      expect({
        nosniff: headers.get('x-content-type-options'),
        referrer: headers.get('referrer-policy'),
        policy: headers.get('content-security-policy'),
        resource: headers.get('cross-origin-resource-policy'),
        transport: headers.get('strict-transport-security'),
        server: headers.get('server') ?? headers.get('x-powered-by'),
      }).toEqual({
        nosniff: 'nosniff',
        referrer: 'no-referrer',
        policy: "default-src 'none'; frame-ancestors 'none'",
        resource: 'same-origin',
        transport: 'max-age=31536000',
        server: null,
      });
    }
    expect(answers.map((answer) => answer.headers.get('cache-control'))).toEqual([
      'no-store',
      'public, max-age=60',
      ...Array(6).fill('no-store'),
    ]);
    expect(ids.size).toBe(answers.length);
    expect([...ids].filter((id) => !/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id ?? ''))).toEqual([]);
  });

  it('/healthz tells only the status', async () => {
    const { call } = await open();
    const answer = await call('/healthz', { origin: null });
    const head = await call('/healthz', { method: 'HEAD' });
    expect([answer.status, answer.json, head.status, head.text]).toEqual([200, { status: 'ok' }, 200, '']);
  });

  it('each request writes one log record with the route pattern and the end of the session id', async () => {
    const { call, records, url } = await open();
    const created = await call('/chat/sessions?secret=1', { method: 'POST' });
    await call(`/chat/sessions/${ID}/resume`, { method: 'POST' });
    await call('/nothing/%0a{"level":"fatal"}');
    const common = { level: 'info', time: '2026-11-02T09:00:00.000Z', msg: 'request', duration_ms: 0 };
    const seen = records().map(({ request_id, ...rest }) => rest);
    expect(seen).toEqual([
      { level: 'info', time: '2026-11-02T09:00:00.000Z', url, msg: 'listening' },
      { ...common, method: 'POST', route: '/chat/sessions', status: 201, session: '0001' },
      { ...common, method: 'POST', route: '/chat/sessions/:session_id/resume', status: 200, session: '0001' },
      { ...common, method: 'GET', route: 'none', status: 404, failed: 'not-found' },
    ]);
    expect(records()[1]?.request_id).toBe(created.headers.get('x-request-id'));
  });
});
