import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { adminKeyNamed } from '../support/admin-key.ts';
import { noteSecrets } from '../support/secrets.ts';
import { hashOf } from './support/admin.ts';
import { configFor, until, useBench } from './support/bench.ts';
import { BOOKS, TOYS, useTwoSites } from './support/two-sites.ts';

const startTwoSites = useTwoSites();
const open = useBench();

const KEY = adminKeyNamed('read');
const NEW_TOKEN = 'CNRY-connector-of-tomorrow';
noteSecrets(KEY, NEW_TOKEN);
const keyEnv = { FOYER_ADMIN_KEYS: `ops:read:${hashOf(KEY)}` };
const asOps = { headers: { Authorization: `Bearer ${KEY}` } };

type Started = Awaited<ReturnType<typeof startTwoSites>>;
const readiness = async ({ relay }: Pick<Started, 'relay'>) =>
  (await (await fetch(`${relay.url}/readyz`)).json()) as { status: string; configuration?: string };

async function openSocket({ create }: Started, origin: string) {
  const { websocket_url, session_id, access_token } = await create(origin);
  const url = `${websocket_url}?session_id=${session_id}&access_token=${access_token}`;
  const socket = new WebSocket(url, { origin });
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject));
  return socket;
}

describe('a configuration that is read again', () => {
  it('a reload gives the platform the new secret, and keeps the sessions', async () => {
    const bench = await startTwoSites();
    const { session_id } = await bench.create(BOOKS);
    await bench.reconfigure({ books: { FOYER_CONNECTOR_TOKEN: NEW_TOKEN } });
    await bench.create(BOOKS);
    const resumed = await bench.call(BOOKS, `/chat/sessions/${session_id}/resume`, 'POST');
    const tokens = bench.books.received.map(({ headers }) => headers['x-token']).filter((it) => it);
    expect([tokens, resumed.status]).toEqual([['connector-token-of-books', NEW_TOKEN], 200]);
  });

  it('a reload gives visitors the new branding', async () => {
    const { call, reconfigure } = await startTwoSites();
    await reconfigure({ toys: { FOYER_WIDGET_CONFIG: 'books.json' } });
    expect(await (await call(TOYS, '/chat/config')).json()).toMatchObject({ header: { text: 'books' } });
  });

  it('a reload serves a new origin, and refuses one that is gone', async () => {
    const { call, reconfigure } = await startTwoSites();
    await reconfigure({ toys: { FOYER_ALLOWED_ORIGINS: 'https://games.example' } });
    const answers = [
      await call('https://games.example', '/chat/sessions', 'POST'),
      await call(TOYS, '/chat/sessions', 'POST'),
    ];
    const check = await (await call(TOYS, '/chat/origin-check')).json();
    expect([answers.map(({ status }) => status), await answers[1]?.json(), check]).toMatchObject([
      [201, 403],
      { code: 'origin_not_allowed' },
      { allowed: false },
    ]);
  });

  it('a reload keeps the open sockets of a removed site, and refuses new joins', async () => {
    const bench = await startTwoSites({ env: { FOYER_SOCKET: 'proxy' } });
    const socket = await openSocket(bench, TOYS);
    const { session_id } = await bench.create(TOYS);
    await bench.reconfigure({ toys: null });
    const heard = new Promise((resolve) => socket.on('message', (it) => resolve(String(it))));
    bench.toys.accepted[0]?.send('{"type":"EVENT_TYPE_HEARTBEAT"}');
    const answers = await Promise.all(
      ['', `/${session_id}/resume`].map((path) => bench.call(TOYS, `/chat/sessions${path}`, 'POST')),
    );
    expect([await heard, answers.map(({ status }) => status)]).toEqual([
      '{"type":"EVENT_TYPE_HEARTBEAT"}',
      [403, 403],
    ]);
    socket.terminate();
  });

  it('ends the sockets of sessions of a new site', async () => {
    const bench = await startTwoSites({ env: { FOYER_SOCKET: 'proxy' } });
    await bench.reconfigure({ toys: null });
    await bench.reconfigure({});
    const socket = await openSocket(bench, TOYS);
    const code = new Promise((resolve) => socket.on('close', resolve));
    const id = new URL(socket.url).searchParams.get('session_id');
    await bench.call(TOYS, `/chat/sessions/${id}`, 'DELETE');
    await bench.clock.advance(2_000);
    expect(await code).toBe(1000);
  });

  it('ends the rights of a removed admin key at once, and its event streams', async () => {
    const bench = await startTwoSites({ env: keyEnv });
    const ask = (path: string) => fetch(`${bench.relay.url}/admin/v1${path}?site=toys`, asOps);
    const stream = await ask('/events');
    const other = { FOYER_ADMIN_KEYS: `ops:read:${hashOf(`${KEY}2`)}` };
    await bench.reconfigure({}, other);
    // It would never end otherwise.
    await stream.text();
    expect((await ask('/install')).status).toBe(401);
  });

  it('an invalid reload changes nothing; log, readiness and metrics say why', async () => {
    const bench = await startTwoSites({ env: keyEnv });
    const gauge = async () => {
      const text = await (await fetch(`${bench.relay.url}/metrics`, asOps)).text();
      return /^foyer_configuration_outdated (\d)$/m.exec(text)?.[1];
    };
    await bench.reconfigure({
      books: { FOYER_CONNECTOR_TOKEN: 'short' },
      toys: { FOYER_DIALECT: 'klingon' },
    });
    const during = [await readiness(bench), await gauge(), (await bench.create(BOOKS)).access_token];
    await bench.reconfigure({});
    const after = [await readiness(bench), await gauge()];
    const lines = bench.records().filter(({ level }) => level === 'error');
    expect([during, after, lines.map(({ issue }) => issue)]).toMatchObject([
      [{ status: 'ok', configuration: 'outdated' }, '1', 'token-books-1'],
      [{ status: 'ok', store: 'ok', upstream: 'ok' }, '0'],
      [
        expect.stringMatching(/^books: FOYER_CONNECTOR_TOKEN is malformed; expected /),
        'toys: FOYER_DIALECT is malformed; expected one of auto service poly',
      ],
    ]);
  });

  it('a reload keeps an unchanged site as it is, with what its limits have counted', async () => {
    const limit = { FOYER_LIMIT_CREATE_PER_ADDRESS: 1 };
    const { call, reconfigure } = await startTwoSites({ books: limit });
    const create = async () => (await call(BOOKS, '/chat/sessions', 'POST')).status;
    const first = await create();
    await reconfigure({ books: limit, toys: { FOYER_DIALECT: 'poly' } });
    expect([first, await create()]).toEqual([201, 429]);
  });

  it('a reload warns of changes that take a restart', async () => {
    const { reconfigure, records } = await startTwoSites();
    await reconfigure({}, { FOYER_DRAIN_S: '1', FOYER_LOG_LEVEL: 'debug' });
    expect(
      records()
        .filter(({ level }) => level === 'warn')
        .map(({ msg, settings }) => [msg, settings]),
    ).toEqual([
      [
        'settings of the relay itself have changed; they need a restart',
        ['FOYER_DRAIN_S', 'FOYER_LOG_LEVEL'],
      ],
    ]);
  });

  it('writes a new configuration of one unnamed site into the script of the widget', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'foyer-script-'));
    writeFileSync(join(folder, 'widget.js'), 'void 0;');
    const bench = await open({ ports: { browserFolder: folder } });
    const script = async () => (await bench.call('/widget.js')).text.includes('Renamed');
    const before = await script();
    const config = configFor(bench.upstream.url);
    const [site] = config.sites;
    const widget = { ...site.widget, header: { text: 'Renamed' } };
    await bench.relay.reconfigure({ ok: true, value: { ...config, sites: [{ ...site, widget }] } });
    expect([before, await script()]).toEqual([false, true]);
    rmSync(folder, { recursive: true });
  });

  it('refuses a change between one site and a file of sites', async () => {
    const { relay, records } = await startTwoSites();
    await relay.reconfigure({ ok: true, value: configFor('https://messaging.example') });
    await until(() => records().some(({ level }) => level === 'error'));
    expect((await readiness({ relay })).configuration).toBe('outdated');
  });
});
