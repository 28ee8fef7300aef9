import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../src/base/clock.ts';
import { checkThrough, type ThroughOptions } from '../../src/relay/doctor/through.ts';
import { KEYS } from '../relay/support/admin.ts';
import { NOBODY } from '../support/free-port.ts';
import { type BehindProxy, openBehindProxy } from './support/behind-proxy.ts';
import { type Deployment, startCaddy, startHaproxy, startNginx } from './support/proxy-process.ts';

let behind: BehindProxy | undefined;
afterEach(() => behind?.close());

const clock = systemClock();

/** Intervals in which a relay sends something into silence: pings of sockets, answers to polls, heartbeats of event streams. */
const INTO_SILENCE_MS = [30_000, 25_000, 15_000];
/** Clock of relays that send so at once. */
const talkative: Clock = {
  now: clock.now,
  after: (inMs, fn) => clock.after(INTO_SILENCE_MS.includes(inMs) ? 200 : inMs, fn),
};
/** Clock of a doctor that waits for the first event as long as it takes. */
const patient: Clock = { now: clock.now, after: () => () => {} };

async function findingsBehind(
  startProxy: Parameters<typeof openBehindProxy>[0],
  clockOfRelays = talkative,
  options: ThroughOptions = { clock: patient },
  env: Record<string, string> = {},
) {
  behind = await openBehindProxy(startProxy, clockOfRelays, env);
  const { authority, config, connection } = behind;
  return checkThrough(`https://${authority}`, config, { key: KEYS.read, connection, ...options });
}

const wrongOf = (findings: Awaited<ReturnType<typeof findingsBehind>>) =>
  findings.filter(({ status }) => status === 'wrong');

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
    ['nginx', startNginx, 'unchecked'],
    ['HAProxy', startHaproxy, 'right'],
    ['Caddy', startCaddy, 'unchecked'],
  ] as const)('finds nothing wrong with %s as deploy/ has it', async (_, startProxy, http2) => {
    expect((await findingsBehind(startProxy)).map(({ about, status }) => [about, status])).toEqual([
      ['proxy: headers', 'right'],
      ['proxy: cache', 'right'],
      ['proxy: sockets', 'right'],
      ['proxy: silence', 'right'],
      ['proxy: polls', 'right'],
      ['proxy: HTTP/2', http2],
      ['proxy: events', 'right'],
      ['proxy: assistants', 'right'],
      ['proxy: addresses', 'right'],
    ]);
  });

  it('answers the challenge of a relay (S-138)', async () => {
    const env = { FOYER_CHALLENGE: 'always' };
    const findings = await findingsBehind(startNginx, talkative, { clock: patient }, env);
    expect(findings.filter(({ status }) => status === 'wrong')).toEqual([]);
    expect(findings).toContainEqual(expect.objectContaining({ about: 'proxy: sockets', status: 'right' }));
  });

  it.each([
    [
      'a lost Host',
      without('proxy_set_header Host $http_host;'),
      'proxy: headers',
      'the proxy changes or drops Host or Sec-Fetch-Site',
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
    const wrong = wrongOf(await findingsBehind(nginxWith(change)));
    expect(wrong).toEqual([{ about, status: 'wrong', says: expect.stringContaining(says) }]);
  });

  it('names a time-out of nginx that is shorter than the silence between two pings', async () => {
    const hasty = (text: string) => text.replace('proxy_read_timeout 75s', 'proxy_read_timeout 1s');
    const findings = await findingsBehind(nginxWith(hasty), clock);
    expect(wrongOf(findings).map(({ about, says }) => `${about}: ${says}`)).toEqual([
      expect.stringContaining('proxy: silence: the proxy ends a silent socket before the ping of the relay'),
      expect.stringContaining('proxy: polls: the proxy ends a request that waits'),
      expect.stringContaining('proxy: events: the proxy ends a silent event stream before the heartbeat'),
    ]);
  });

  it('names a time-out that is shorter than a poll', async () => {
    const hasty = (text: string) => text.replace('proxy_read_timeout 75s', 'proxy_read_timeout 1s');
    const findings = await findingsBehind(nginxWith(hasty), clock, undefined, { FOYER_CARRIERS: 'poll' });
    expect(wrongOf(findings).find(({ about }) => about === 'proxy: polls')?.says).toContain(
      'the proxy ends a request that waits (status 504); a poll takes up to 25 s',
    );
  });

  it('names a trusted proxy that sends no X-Forwarded-For, by the metrics of the relay', async () => {
    const hiding = without('proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;');
    expect(wrongOf(await findingsBehind(nginxWith(hiding)))).toEqual([
      {
        about: 'proxy: addresses',
        status: 'wrong',
        says: expect.stringMatching(/sends no X-Forwarded-For \([1-9]\d* requests since the relay started/),
      },
    ]);
    const { authority, config, connection } = behind as BehindProxy;
    const others = await checkThrough(`https://${authority}`, config, { clock: patient, connection });
    expect(others.at(-1)).toEqual({
      about: 'proxy: addresses',
      status: 'unchecked',
      says: expect.stringContaining('--key-file'),
    });
  });

  it('names events that nginx holds back', async () => {
    const holding = (text: string) =>
      text.replace('proxy_buffering off;', 'proxy_buffering on; proxy_ignore_headers X-Accel-Buffering;');
    // Whatever the doctor waits for is late.
    const hurried: Clock = { now: clock.now, after: (_, fn) => clock.after(1, fn) };
    const findings = await findingsBehind(nginxWith(holding), talkative, { clock: hurried });
    expect(findings.filter(({ about }) => about === 'proxy: events')).toEqual([
      { about: 'proxy: events', status: 'wrong', says: expect.stringContaining('buffers events') },
    ]);
  });

  it.each([
    [
      'names answers to assistants that the proxy holds back',
      'limit_rate 1;',
      'holds back answers of /admin/mcp',
    ],
    [
      'names a proxy that passes no POST of assistants',
      'return 405;',
      'does not pass POST /admin/mcp (status 405)',
    ],
  ])('%s', async (_, line, says) => {
    const slow = (text: string) =>
      text.replace(
        'location / {',
        `location = /admin/mcp { ${line} proxy_pass http://relay; proxy_set_header Host $http_host; }\n    location / {`,
      );
    const hurried: Clock = {
      now: clock.now,
      after: (inMs, fn) => (inMs === 10_000 ? clock.after(1_500, fn) : () => {}),
    };
    const findings = await findingsBehind(nginxWith(slow), talkative, { clock: hurried });
    expect(findings.filter(({ about }) => about === 'proxy: assistants')).toEqual([
      { about: 'proxy: assistants', status: 'wrong', says: expect.stringContaining(says) },
    ]);
  });

  it('leaves events unchecked without a key that the relay accepts', async () => {
    const findings = await findingsBehind(startNginx, talkative, { clock: patient, key: KEYS.write });
    const { authority, config, connection } = behind as BehindProxy;
    const others = await checkThrough(`https://${authority}`, config, { clock: patient, connection });
    expect([...findings, ...others].filter(({ about }) => about === 'proxy: events')).toEqual([
      { about: 'proxy: events', status: 'unchecked', says: expect.stringContaining('(status 403)') },
      { about: 'proxy: events', status: 'unchecked', says: expect.stringContaining('--key-file') },
    ]);
  });

  it('names an X-Forwarded-For that the relay does not trust', async () => {
    behind = await openBehindProxy(startNginx, talkative);
    const { authority, config, connection } = behind;
    const untrusting = { ...config, trustedProxies: [] };
    const findings = await checkThrough(`https://${authority}`, untrusting, { clock: patient, connection });
    expect(wrongOf(findings)).toEqual([
      { about: 'proxy: addresses', status: 'wrong', says: expect.stringContaining('FOYER_TRUST_PROXY') },
    ]);
  });

  it.each([
    ['chat.example.com', '--through expects the public address'],
    ['http://chat.example.com', '--through expects the public address'],
    [`http://${NOBODY}`, 'the address of --through refuses the connection'],
  ])('tells that nothing can be checked at %s', async (address, says) => {
    const found = await checkThrough(address, { carriers: ['relay'], trustedProxies: [] }, { clock });
    expect(found).toEqual([{ about: 'proxy', status: 'wrong', says: expect.stringContaining(says) }]);
  });
});
