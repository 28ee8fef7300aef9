import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type RelayConfig, startRelay } from '../../src/relay/index.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { configFor } from './support/bench.ts';
import { startUpstream } from './support/upstream.ts';

type SiteConfig = RelayConfig['sites'][0];

const BOOKS = 'https://books.example';
const TOYS = 'https://toys.example';

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
});

/** A relay for two sites, each with a platform of its own. Both platforms number their sessions alike. */
async function startTwoSites(env: Record<string, string> = {}, change: Partial<SiteConfig> = {}) {
  const site = async (name: string, origin: string) => {
    const platform = await startUpstream((nth) => `token-${name}-${nth}`);
    closings.push(platform.close);
    const config = configFor(platform.url, {
      ...env,
      FOYER_ALLOWED_ORIGINS: origin,
      FOYER_CONNECTOR_TOKEN: `connector-token-of-${name}`,
      FOYER_HOST_IDENTIFIER: `${name}.example`,
    });
    const [only] = config.sites;
    const widget = { ...only.widget, header: { text: name } };
    return { platform, server: config, config: { ...only, name, widget, ...change } };
  };
  const books = await site('books', BOOKS);
  const toys = await site('toys', TOYS);
  const folder = mkdtempSync(join(tmpdir(), 'foyer-sites-'));
  writeFileSync(join(folder, 'widget.js'), 'void 0;');
  closings.push(async () => rmSync(folder, { recursive: true }));
  const relay = await startRelay(
    { ...books.server, sites: [books.config, toys.config] },
    { clock: createFakeClock(), log: { write() {} }, browserFolder: folder },
  );
  closings.unshift(relay.close);
  const call = (origin: string, path: string, method = 'GET') =>
    fetch(relay.url + path, { method, headers: { Origin: origin } });
  const create = async (origin: string) =>
    (await (await call(origin, '/chat/sessions', 'POST')).json()) as {
      readonly session_id: string;
      readonly access_token: string;
      readonly websocket_url: string;
    };
  return { books: books.platform, toys: toys.platform, relay, call, create };
}

describe('a relay for two sites', () => {
  it('asks the platform of the origin’s site, with its token and for its host', async () => {
    const { books, toys, create } = await startTwoSites();
    const grants = [await create(BOOKS), await create(TOYS)];
    const asked = [books, toys].map(({ received: [first] }) => [
      first?.headers['x-token'],
      first?.headers['x-host'],
    ]);
    expect({ asked, tokens: grants.map(({ access_token }) => access_token) }).toEqual({
      asked: [
        ['connector-token-of-books', 'books.example'],
        ['connector-token-of-toys', 'toys.example'],
      ],
      tokens: ['token-books-1', 'token-toys-1'],
    });
  });

  it.each(['POST /resume', 'GET ', 'DELETE '])(
    'does not know a session at the other site: %s',
    async (request) => {
      const { call, create } = await startTwoSites();
      const { session_id } = await create(BOOKS);
      const [method, path = ''] = request.split(' ');
      const answer = await call(TOYS, `/chat/sessions/${session_id}${path}`, method);
      const own = await call(BOOKS, `/chat/sessions/${session_id}/resume`, 'POST');
      expect([answer.status, await answer.json(), own.status]).toMatchObject([
        404,
        { code: 'session_unknown' },
        200,
      ]);
    },
  );

  it('keeps sessions with the same id apart', async () => {
    const { call, create } = await startTwoSites();
    const [{ session_id: ofBooks }, { session_id: ofToys }] = [await create(BOOKS), await create(TOYS)];
    const resumed = await Promise.all(
      [BOOKS, TOYS].map(async (origin) => {
        const answer = await call(origin, `/chat/sessions/${ofBooks}/resume`, 'POST');
        return ((await answer.json()) as { access_token: string }).access_token;
      }),
    );
    expect([ofToys, resumed]).toEqual([ofBooks, ['token-books-1', 'token-toys-1']]);
  });

  it('has a configuration for each, and none in the script that both load', async () => {
    const { call } = await startTwoSites();
    const script = await (await call(BOOKS, '/widget.js')).text();
    const configs = await Promise.all(
      [BOOKS, TOYS].map(async (origin) => (await call(origin, '/chat/config')).json()),
    );
    expect([...configs, script]).toMatchObject([
      { header: { text: 'books' } },
      { header: { text: 'toys' } },
      'void 0;',
    ]);
  });

  it('counts the limits of each by itself', async () => {
    const limits = {
      createByAddress: 1,
      createByOrigin: 10,
      resumeByAddress: 10,
      sessionByAddress: 10,
      socketsByAddress: 10,
    };
    const { call } = await startTwoSites({}, { limits });
    const statuses: number[] = [];
    for (const origin of [BOOKS, TOYS, BOOKS, TOYS])
      statuses.push((await call(origin, '/chat/sessions', 'POST')).status);
    expect(statuses).toEqual([201, 201, 429, 429]);
  });

  it('opens a socket at the platform of the origin’s site only', async () => {
    const { books, toys, create } = await startTwoSites({ FOYER_SOCKET: 'proxy' });
    const handshake = async (origin: string) => {
      const { websocket_url, session_id, access_token } = await create(BOOKS);
      const url = `${websocket_url}?session_id=${session_id}&access_token=${access_token}`;
      const socket = new WebSocket(url, { origin });
      return new Promise<number>((resolve) => {
        socket.on('unexpected-response', (_, response) => {
          resolve(response.statusCode ?? 0);
          socket.terminate();
        });
        socket.on('error', () => {});
        socket.on('open', () => {
          resolve(101);
          socket.terminate();
        });
      });
    };
    const statuses = [await handshake(BOOKS), await handshake(TOYS)];
    expect([statuses, books.accepted.length, toys.accepted.length]).toEqual([[101, 404], 1, 0]);
  });
});
