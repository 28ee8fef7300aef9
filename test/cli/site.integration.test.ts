import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { openSite, type Site } from '../../src/cli/site.ts';
import { PRODUCTS } from '../../src/emulator/shop/products.ts';

const peers = {
  relayUrl: 'http://127.0.0.1:18080',
  messagingUrl: 'http://127.0.0.1:18082',
  controlKey: 'a-control-key-for-tests',
};
const open: { close(): unknown }[] = [];

async function serving(): Promise<Site> {
  const site = await openSite();
  open.push(site);
  site.serve(peers);
  return site;
}

/** The status of a request with a raw path; fetch would normalise it. */
const statusOf = (site: Site, path: string, headers: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request(site.url, { path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject).end();
  });

afterEach(async () => {
  for (const it of open.splice(0)) await it.close();
});

describe('the example site', () => {
  it('puts the relay address into its pages and their policy', async () => {
    const site = await serving();
    const response = await fetch(`${site.url}/shop/`);
    const page = await response.text();
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page).toContain(`<script src="${peers.relayUrl}/widget.js" async></script>`);
    expect(page).not.toContain('{{');
    expect(response.headers.get('content-security-policy')?.split('; ')).toEqual([
      "default-src 'none'",
      "script-src http://127.0.0.1:18080 'self'",
      `connect-src ${[
        'http://127.0.0.1:18080 ws://127.0.0.1:18080 ws://127.0.0.1:18082',
        "'self' http://127.0.0.1:18082/control/faults http://127.0.0.1:18082/control/faults/",
      ].join(' ')}`,
      "style-src 'self' http://127.0.0.1:18080",
      "img-src https: 'self' http://127.0.0.1:18082",
      "base-uri 'none'",
      'form-action http://127.0.0.1:18082/desk/sign-in',
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
    ]);
  });

  it('shows each product that the agent knows, at the price of its card', async () => {
    const page = await (await fetch(`${(await serving()).url}/shop/`)).text();
    const shown = [
      ...page.matchAll(/id="(\w+)">\s*<a href="#\w+">.*?([\w-]+\.svg).*?<h3>(.*?)<.*?€(\d+)<\/p>/gs),
    ];
    expect(
      shown.map(([, id, picture, name, price]) => ({ id, picture, name, price: Number(price) })),
    ).toEqual(PRODUCTS.map(({ id, picture, name, price }) => ({ id, picture, name: name.en, price })));
    expect(page).toContain('<p class="price"><s>€28</s> €22</p>');
  });

  it('serves all resources of its page', async () => {
    const site = await serving();
    const page = await (await fetch(`${site.url}/shop/`)).text();
    const paths = new Set([...page.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, path]) => path));
    expect(paths.size).toBeGreaterThan(10);
    for (const path of paths) expect([path, (await fetch(site.url + path)).status]).toEqual([path, 200]);
  });

  it.each([
    ['/examples/plain/', 'script-src http://127.0.0.1:18080', undefined],
    ['/examples/preact-app/', "script-src 'self'", undefined],
    ['/examples/react-app/', "script-src 'self'", undefined],
    ['/examples/vue-app/', "script-src 'self'", undefined],
    ['/examples/help-centre/', "script-src 'self'", 'frame-src http://127.0.0.1:18080'],
  ])('allows %s only the scripts and frames that it needs', async (path, scripts, frames) => {
    const response = await fetch((await serving()).url + path);
    const policy = response.headers.get('content-security-policy')?.split('; ');
    expect([
      response.status,
      policy?.[0],
      policy?.[1],
      policy?.find((directive) => directive.startsWith('frame-src')),
    ]).toEqual([200, "default-src 'none'", scripts, frames]);
  });

  it.each([
    '/shop/',
    '/examples/',
    '/examples/plain/',
    '/examples/preact-app/',
    '/examples/react-app/',
    '/examples/help-centre/',
  ])('serves pages without inline style, inline script and inline handlers: %s', async (path) => {
    const page = await (await fetch((await serving()).url + path)).text();
    expect(page).not.toMatch(/<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|javascript:/i);
  });

  it('gives the control API to its own page, without caching', async () => {
    const answer = await fetch(`${(await serving()).url}/shop/control.json`);
    expect(await answer.json()).toEqual({
      url: 'http://127.0.0.1:18082/control/faults',
      desk: 'http://127.0.0.1:18082/desk',
      key: 'a-control-key-for-tests',
    });
    expect(
      ['cache-control', 'access-control-allow-origin', 'cross-origin-resource-policy'].map((name) =>
        answer.headers.get(name),
      ),
    ).toEqual(['no-store', null, 'same-origin']);
  });

  it('refuses the control API to other origins and foreign host names', async () => {
    const site = await serving();
    const { port } = new URL(site.url);
    const ask = (headers: Record<string, string>) => statusOf(site, '/shop/control.json', headers);
    const statuses = [
      { Host: 'evil.example' },
      { Host: `evil.example:${port}` },
      { Host: `127.0.0.1.evil.example:${port}` },
      { Host: `127.0.0.1:${port}`, 'Sec-Fetch-Site': 'same-site' },
      { Host: `127.0.0.1:${port}`, 'Sec-Fetch-Site': 'cross-site' },
      { Host: `localhost:${port}`, 'Sec-Fetch-Site': 'none' },
      { Host: `localhost:${port}`, 'Sec-Fetch-Site': 'same-origin' },
    ].map(ask);
    expect(await Promise.all(statuses)).toEqual([403, 403, 403, 403, 403, 403, 200]);
  });

  it.each(['/', '/shop'])('redirects %s to the shop', async (path) => {
    const response = await fetch((await serving()).url + path, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/shop/']);
  });

  it.each(['/examples', '/examples/plain'])('redirects %s to the folder', async (path) => {
    const response = await fetch((await serving()).url + path, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([302, `${path}/`]);
  });

  it.each([
    '/nothing.html',
    '/examples/react-app/src/main.tsx',
    '/examples/react-app/package.json',
    '/examples/react-app/../../../dist/lib/index.js',
    '/examples/react-app/..%2f..%2f..%2f..%2fvite.config.js',
    '/foyer-chat/..%2f..%2ftest%2fall.js',
    '/foyer-chat/nothing.js',
    '/../package.json',
    '/shop/../../package.json',
    '/%2e%2e/package.json',
    '/shop/..%2f..%2fpackage.json',
    '/shop/..%5c..%5cpackage.json',
    '/shop/%00.html',
    '/shop/%ff',
    '/shop/img/',
    '//evil.example/',
  ])('does not serve %s', async (path) => {
    expect(await statusOf(await serving(), path)).toBe(404);
  });

  it('answers HEAD without a body and refuses POST', async () => {
    const site = await serving();
    const head = await fetch(`${site.url}/shop/`, { method: 'HEAD' });
    expect([head.status, await head.text(), Number(head.headers.get('content-length')) > 1000]).toEqual([
      200,
      '',
      true,
    ]);
    const post = await fetch(`${site.url}/shop/`, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('knows its address at once, and serves pages as soon as it knows the relay', async () => {
    const site = await openSite();
    open.push(site);
    expect((await fetch(`${site.url}/shop/`)).status).toBe(503);
    site.serve(peers);
    expect((await fetch(`${site.url}/shop/`)).status).toBe(200);
  });

  it('returns both spellings of its origin', async () => {
    const site = await serving();
    const { port } = new URL(site.url);
    expect(site.origins).toEqual([`http://127.0.0.1:${port}`, `http://localhost:${port}`]);
  });

  it('uses another port when the preferred one is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    open.push(other);
    await new Promise((listening) => other.once('listening', listening));
    const { port } = other.address() as AddressInfo;
    const site = await openSite({ port });
    open.push(site);
    expect(new URL(site.url).port).not.toBe(String(port));
  });
});
