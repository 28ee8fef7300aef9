import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WidgetConfig } from '../../src/protocol/widget-config.ts';
import { type Answer, problem, problemOf, useBench } from './support/bench.ts';

const LOADER = `globalThis.seen = __FOYER_CONFIG__;\n//# a comment at the end`;
const PANEL = `export const panel = '${'words '.repeat(500)}';`;
const WIDGET: WidgetConfig = {
  header: { text: '</script><!-- \u2028 "quoted" \\' },
  default_locale: 'en',
};

describe('browser files', () => {
  const open = useBench();
  const folder = mkdtempSync(join(tmpdir(), 'foyer-browser-'));
  const bench = () => open({ ports: { browserFolder: folder }, config: { widget: WIDGET } });

  beforeAll(async () => {
    await mkdir(join(folder, 'assets', 'deep.js'), { recursive: true });
    await writeFile(join(folder, 'widget.js'), LOADER);
    await writeFile(join(folder, 'manifest.json'), '{}');
    await writeFile(join(folder, 'assets', 'panel-Ab_1.js'), PANEL);
    await writeFile(join(folder, 'assets', 'ding-c3.mp3'), Buffer.from([1, 2, 3]));
    await writeFile(join(folder, 'assets', 'panel-Ab_1.js.map'), '{}');
    await writeFile(join(folder, 'assets', '.env'), 'A=1');
    await writeFile(join(folder, 'secret.js'), 'secret');
    await symlink(join(folder, 'secret.js'), join(folder, 'assets', 'link.js'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** The headers that identify a cached representation. */
  const kept = ({ status, headers }: Answer) => ({
    status,
    type: headers.get('content-type'),
    cache: headers.get('cache-control'),
    vary: headers.get('vary'),
    origin: headers.get('access-control-allow-origin'),
    credentials: headers.get('access-control-allow-credentials'),
    resource: headers.get('cross-origin-resource-policy'),
    nosniff: headers.get('x-content-type-options'),
  });
  const PUBLIC = {
    status: 200,
    type: 'text/javascript; charset=utf-8',
    cache: 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    origin: '*',
    credentials: null,
    resource: 'cross-origin',
    nosniff: 'nosniff',
  };

  it('serves the loader to any page, cacheable for a short time', async () => {
    const { call } = await bench();
    const answer = await call('/widget.js', { origin: null });
    expect(kept(answer)).toEqual({ ...PUBLIC, cache: 'public, max-age=60' });
  });

  it('puts the unchanged public configuration into the loader, without a global variable', async () => {
    const { call } = await bench();
    const { text } = await call('/widget.js');
    const page: Record<string, unknown> = {};
    runInNewContext(text, page);
    expect(JSON.stringify(page)).toBe(JSON.stringify({ seen: WIDGET }));
    expect(text).not.toMatch(/<|\u2028/);
  });

  it('serves hashed files to any page, cacheable for ever, with one ETag for all encodings', async () => {
    const { call } = await bench();
    const answers = [
      await call('/assets/panel-Ab_1.js', { headers: { 'Accept-Encoding': 'identity' } }),
      await call('/assets/panel-Ab_1.js', { headers: { 'Accept-Encoding': 'gzip, br' } }),
      await call('/assets/panel-Ab_1.js', { headers: { 'Accept-Encoding': 'gzip, br;q=0' } }),
    ];
    expect(answers.map(kept)).toEqual([PUBLIC, PUBLIC, PUBLIC]);
    expect(answers.map((answer) => answer.text)).toEqual([PANEL, PANEL, PANEL]);
    expect(answers.map((answer) => answer.headers.get('content-encoding'))).toEqual([null, 'br', 'gzip']);
    expect(new Set(answers.map((answer) => answer.headers.get('etag'))).size).toBe(1);
  });

  it('serves hashed files under the paths of the loader’s retries, too', async () => {
    const { call } = await bench();
    const answers = [await call('/1/assets/panel-Ab_1.js'), await call('/12/assets/panel-Ab_1.js')];
    expect(answers.map((answer) => [kept(answer), answer.text])).toEqual([
      [PUBLIC, PANEL],
      [PUBLIC, PANEL],
    ]);
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('browser files are smaller in %s', async (encoding, decode) => {
    const { raw } = await bench();
    const answer = await raw(
      `GET /assets/panel-Ab_1.js HTTP/1.1\r\nHost: a\r\nAccept-Encoding: ${encoding}\r\nConnection: close\r\n\r\n`,
    );
    const body = Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1');
    expect(body.length).toBeLessThan(PANEL.length / 10);
    expect(decode(body).toString()).toBe(PANEL);
  });

  it('leaves files alone that are already compressed', async () => {
    const { call } = await bench();
    const answer = await call('/assets/ding-c3.mp3', { headers: { 'Accept-Encoding': 'br' } });
    expect([kept(answer), answer.headers.get('content-encoding'), answer.text]).toEqual([
      { ...PUBLIC, type: 'audio/mpeg', vary: null },
      null,
      '\x01\x02\x03',
    ]);
  });

  it.each(['/widget.js', '/assets/panel-Ab_1.js', '/chat/config'])(
    'answers 304 for %s to a browser that has cached it',
    async (path) => {
      const { call } = await bench();
      const first = await call(path);
      const etag = first.headers.get('etag') ?? '';
      const again = await call(path, { headers: { 'If-None-Match': `"other", ${etag}` } });
      // A cache on the way may drop the mark of a weak tag.
      const strong = await call(path, { headers: { 'If-None-Match': etag.replace('W/', '') } });
      const other = await call(path, { headers: { 'If-None-Match': '"other"' } });
      expect([again.status, again.text, again.headers.get('etag'), strong.status, other.status]).toEqual([
        304,
        '',
        etag,
        304,
        200,
      ]);
      expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
    },
  );

  it('changes the ETag of the loader with the configuration', async () => {
    const one = await (await bench()).call('/widget.js');
    const other = await open({ ports: { browserFolder: folder } });
    expect((await other.call('/widget.js')).headers.get('etag')).not.toBe(one.headers.get('etag'));
  });

  it('serves the configuration of the widget', async () => {
    const { call } = await bench();
    const answer = await call('/chat/config');
    expect([answer.json, answer.headers.get('content-type')]).toEqual([WIDGET, 'application/json']);
  });

  it.each([
    '/assets/%252e%252e%252fsecret.js',
    '/assets/panel-Ab_1.js%00',
    '/assets/panel-Ab_1.js.map',
    '/assets/.env',
    '/assets/link.js',
    '/assets/deep.js',
    '/assets/manifest.json',
    '/assets/nothing-a1.js',
    '/assets/__proto__',
    '/1/2/assets/panel-Ab_1.js',
    '/x/assets/panel-Ab_1.js',
    '/1/widget.js',
    '/secret.js',
    '/manifest.json',
  ])('answers 404 at %s', async (path) => {
    const { raw } = await bench();
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 404 [\s\S]*"code":"not_found"/);
  });

  it('finds the loader as soon as it has been built', async () => {
    const late = join(folder, 'late');
    const { call } = await open({ ports: { browserFolder: late } });
    const before = await call('/widget.js');
    await mkdir(late);
    await writeFile(join(late, 'widget.js'), LOADER);
    const after = await call('/widget.js');
    expect([problemOf(before), after.status]).toEqual([problem(404, 'not_found'), 200]);
  });
});
