import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkThrough } from '../../src/relay/doctor/through.ts';
import { type BehindProxy, openBehindProxy } from './support/behind-proxy.ts';
import { type Deployment, startCaddy, startHaproxy, startNginx } from './support/proxy-process.ts';

let behind: BehindProxy | undefined;
afterEach(() => behind?.close());

async function findingsBehind(startProxy: Parameters<typeof openBehindProxy>[0]) {
  behind = await openBehindProxy(startProxy);
  const { authority, config, connection } = behind;
  return checkThrough(`https://${authority}`, config, connection);
}

/** nginx with the configuration of deploy/, in which something is wrong. */
const nginxWith = (change: (text: string) => string) => (folder: string, deployment: Deployment) => {
  // Started by root, nginx writes its cache as another user.
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'cache'), { mode: 0o777 });
  chmodSync(join(folder, 'cache'), 0o777);
  return startNginx(folder, deployment, (text) => {
    const changed = change(text).replaceAll('FOLDER', folder);
    if (changed === text) throw new Error('nothing has changed');
    return changed;
  });
};

const without =
  (...lines: readonly string[]) =>
  (text: string) =>
    lines.reduce((left, line) => left.replace(line, ''), text);

describe('foyer-relay doctor --through a proxy', () => {
  it.each([
    ['nginx', startNginx],
    ['HAProxy', startHaproxy],
    ['Caddy', startCaddy],
  ])('finds nothing wrong with %s as deploy/ has it', async (_, startProxy) => {
    expect((await findingsBehind(startProxy)).map(({ about, status }) => [about, status])).toEqual([
      ['proxy: headers', 'right'],
      ['proxy: cache', 'right'],
      ['proxy: sockets', 'right'],
      ['proxy: addresses', 'unchecked'],
    ]);
  });

  it.each([
    [
      'a lost Host',
      without('proxy_set_header Host $http_host;'),
      'proxy: headers',
      'the proxy does not pass Host or Sec-Fetch-Site as they are',
    ],
    [
      'a missing upgrade',
      without('proxy_set_header Upgrade $http_upgrade;', 'proxy_set_header Connection $connection_upgrade;'),
      'proxy: sockets',
      'the proxy does not pass Upgrade and Connection',
    ],
    [
      'cached answers',
      (text: string) =>
        `proxy_cache_path FOLDER/cache keys_zone=all:1m;\n${text}`.replace(
          'proxy_http_version 1.1;',
          'proxy_http_version 1.1; proxy_cache all; proxy_cache_valid any 1m; proxy_ignore_headers Cache-Control Set-Cookie Vary;',
        ),
      'proxy: cache',
      'answers of /chat/ are cached',
    ],
  ])('names %s of nginx', async (_, change, about, says) => {
    const wrong = (await findingsBehind(nginxWith(change))).filter(({ status }) => status === 'wrong');
    expect(wrong).toEqual([{ about, status: 'wrong', says: expect.stringContaining(says) }]);
  });

  it('names an X-Forwarded-For that the relay does not trust', async () => {
    behind = await openBehindProxy(startNginx);
    const { authority, config, connection } = behind;
    const untrusting = { ...config, trustedProxies: [] };
    const findings = await checkThrough(`https://${authority}`, untrusting, connection);
    expect(findings.filter(({ status }) => status === 'wrong')).toEqual([
      { about: 'proxy: addresses', status: 'wrong', says: expect.stringContaining('FOYER_TRUST_PROXY') },
    ]);
  });

  it.each([
    ['chat.example.com', '--through expects the public address'],
    ['http://chat.example.com', '--through expects the public address'],
    ['http://127.0.0.1:2', 'unable to reach the address of --through; ECONNREFUSED'],
  ])('says that nothing can be checked at %s', async (address, says) => {
    const found = await checkThrough(address, { socket: 'proxy', trustedProxies: [] });
    expect(found).toEqual([{ about: 'proxy', status: 'wrong', says: expect.stringContaining(says) }]);
  });
});
