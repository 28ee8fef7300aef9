import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import type { WidgetConfig } from '../../src/protocol/widget-config.ts';
import { type Answer, type Bench, problem, problemOf, useBench } from './support/bench.ts';

const WIDGET: WidgetConfig = { header: { text: '</title><b>"Lumen" & Oak' }, default_locale: 'en' };
const ANY = '/chat/sessions/5e551011-0000-4000-8000-000000000001';

const directives = (answer: Answer) => answer.headers.get('content-security-policy')?.split('; ');
const ancestors = (answer: Answer) =>
  directives(answer)?.find((directive) => directive.startsWith('frame-ancestors'));

describe('the iframe page', () => {
  const open = useBench();
  const folder = mkdtempSync(join(tmpdir(), 'foyer-frame-'));
  writeFileSync(join(folder, 'frame.js'), 'globalThis.seen = __FOYER_CONFIG__;');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('S-45: contains nothing inline and has a policy that allows only what the chat needs', async () => {
    const { call, upstream } = await open();
    const answer = await call('/frame?locale=fr', { origin: null });
    expect(answer.text).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:/i);
    expect(directives(answer)).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      `connect-src 'self' ${upstream.url.replace('http', 'ws')}`,
      `img-src data: https: ${upstream.url}`,
      "base-uri 'none'",
      "form-action 'none'",
      'frame-ancestors https://shop.example.com https://*.partner.example',
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
    const other = [
      'content-type',
      'cache-control',
      'x-frame-options',
      'referrer-policy',
      'permissions-policy',
    ];
    expect([answer.status, other.map((name) => answer.headers.get(name))]).toEqual([
      200,
      [
        'text/html; charset=utf-8',
        'public, max-age=60',
        null,
        'no-referrer',
        'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
      ],
    ]);
  });

  it('allows the https origin of the platform only for the socket', async () => {
    const { call } = await open({ config: { messagingUrl: 'https://messaging.example.com/eu' } });
    expect(directives(await call('/frame'))?.slice(2, 4)).toEqual([
      "connect-src 'self' wss://messaging.example.com",
      'img-src data: https:',
    ]);
  });

  it('hides the platform in proxy mode', async () => {
    const { call } = await open({
      config: { messagingUrl: 'https://messaging.example.com', socket: 'proxy' },
    });
    expect(directives(await call('/frame'))?.slice(2, 4)).toEqual([
      "connect-src 'self'",
      'img-src data: https:',
    ]);
  });

  it.each([
    ['https://shop.example.com', 'https://shop.example.com'],
    [
      'https://shop.example.com:8443,https://*.partner.example:444',
      'https://shop.example.com:8443 https://*.partner.example:444',
    ],
    ['http://localhost:3000,http://127.0.0.1:3000', 'http://localhost:3000 http://127.0.0.1:3000'],
    ['https://größe.example', 'https://xn--gre-6ka8i.example'],
    // An invalid source would make browsers ignore the rest of the directive, or would mean something else.
    ['http://[::1]:3000', "'none'"],
    ['https://a;script-src,https://shop.example.com', 'https://shop.example.com'],
  ])('S-40: only the pages of %s can frame the iframe page', async (list, sources) => {
    const { call } = await open({ env: { FOYER_ALLOWED_ORIGINS: list } });
    expect(ancestors(await call('/frame'))).toBe(`frame-ancestors ${sources}`);
  });

  it.each(['/', '/widget.js', '/chat/config', '/healthz', ANY, '/frame/', '/frames'])(
    'no page but the iframe page can be framed: %s cannot',
    async (path) => {
      const { call } = await open();
      expect(directives(await call(path))).toEqual(["default-src 'none'", "frame-ancestors 'none'"]);
    },
  );

  it("contains the site's name as text", async () => {
    const { call } = await open({ config: { widget: WIDGET } });
    expect((await call('/frame')).text).toContain(
      '<title>&lt;/title&gt;&lt;b&gt;&quot;Lumen&quot; &amp; Oak</title>',
    );
  });

  it('serves a script with the public configuration that other pages cannot load', async () => {
    const { call } = await open({ ports: { browserFolder: folder }, config: { widget: WIDGET } });
    const answer = await call('/frame.js');
    const page: { seen?: unknown } = {};
    runInNewContext(answer.text, page);
    expect(JSON.stringify(page.seen)).toBe(JSON.stringify(WIDGET));
    const names = [
      'content-type',
      'cache-control',
      'cross-origin-resource-policy',
      'access-control-allow-origin',
    ];
    expect(names.map((name) => answer.headers.get(name))).toEqual([
      'text/javascript; charset=utf-8',
      'public, max-age=60',
      'same-origin',
      null,
    ]);
  });

  it('serves the page without its script when the package was not built', async () => {
    const { call } = await open();
    const answers = [await call('/frame'), await call('/frame.js')];
    expect(answers.map((answer) => answer.status)).toEqual([200, 404]);
  });
});

describe("sessions of the relay's own page", () => {
  const open = useBench();
  const own = { 'Sec-Fetch-Site': 'same-origin' };
  const ask = (
    bench: Bench,
    method: string,
    path: string,
    origin: string | null,
    headers: Record<string, string>,
  ) => bench.call(path, { method, origin, headers });

  it('serves sessions of the relay’s own page although its origin is not listed', async () => {
    const bench = await open();
    const { url } = bench;
    const answers = [
      await ask(bench, 'POST', '/chat/sessions', url, own),
      await ask(bench, 'POST', `${ANY}/resume`, url, own),
      // Browsers send no Origin with same-origin GET requests.
      await ask(bench, 'GET', ANY, null, own),
      await ask(bench, 'DELETE', ANY, url, own),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([201, 200, 200, 204]);
    // Same-origin requests need no CORS headers.
    expect(answers.map((answer) => answer.headers.get('access-control-allow-origin'))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('recognises sessions of the relay’s own page by the Host, whatever scheme the proxy uses', async () => {
    const { raw } = await open();
    const post = (host: string, origin: string) =>
      raw(
        `POST /chat/sessions HTTP/1.1\r\nHost: ${host}\r\nOrigin: ${origin}\r\nSec-Fetch-Site: same-origin\r\n` +
          'Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}',
      );
    const statuses = [
      await post('chat.example.com', 'https://chat.example.com'),
      await post('chat.example.com:8443', 'https://chat.example.com:8443'),
      await post('chat.example.com', 'https://chat.example.com:8443'),
      await post('chat.example.com', 'https://evil.example'),
      // A foreign name that resolves to the relay has no certificate.
      await post('rebound.example', 'http://rebound.example'),
    ].map((answer) => answer.slice(9, 12));
    expect(statuses).toEqual(['201', '201', '403', '403', '403']);
  });

  it.each([
    ['POST', '/chat/sessions'],
    ['POST', `${ANY}/resume`],
    ['GET', ANY],
    ['DELETE', ANY],
  ])('refuses sessions of the relay’s own page for %s %s of other pages', async (method, path) => {
    const bench = await open();
    const { url } = bench;
    const refused = problem(403, 'origin_not_allowed');
    const attempts: readonly (readonly [string | null, Record<string, string>])[] = [
      // Another page according to the browser, or no information.
      [url, { 'Sec-Fetch-Site': 'cross-site' }],
      [url, { 'Sec-Fetch-Site': 'same-site' }],
      [url, { 'Sec-Fetch-Site': 'none' }],
      [url, {}],
      [null, { 'Sec-Fetch-Site': 'cross-site' }],
      [null, { 'Sec-Fetch-Site': 'none' }],
      [null, {}],
      // The two headers contradict each other.
      ['null', own],
      ['https://evil.example', own],
      [url.replace('http', 'https').replace('127.0.0.1', 'localhost'), own],
      [`${url}/`, own],
      [url.replace(/\d+$/, '1'), own],
      ...(method === 'GET' ? [] : [[null, own] as const]),
    ];
    for (const [origin, headers] of attempts) {
      const answer = await ask(bench, method, path, origin, headers);
      expect([origin, headers, problemOf(answer)]).toEqual([origin, headers, refused]);
    }
    expect(bench.upstream.received).toEqual([]);
  });
});
