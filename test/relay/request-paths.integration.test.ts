import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { afterEach, describe, expect, it } from 'vitest';
import { createRelay } from '../../src/relay/index.ts';
import { createRelay as createPortable } from '../../src/relay/portable/index.ts';
import { PATH_SPELLINGS } from '../support/path-spellings.ts';
import { countResponses, sendRaw } from '../support/raw-request.ts';
import { configFor, SHOP, useBench } from './support/bench.ts';
import { startInOwnServer } from './support/own-server.ts';
import { useProxy } from './support/proxy.ts';

const UPGRADE =
  `Host: relay.example\r\nOrigin: ${SHOP}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

describe('other spellings of a path', () => {
  const open = useBench();
  const openProxy = useProxy();
  const closings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closings.splice(0).reverse()) await close();
  });

  it.each(PATH_SPELLINGS)('S-105: other spellings of a path are refused: %s', async (path) => {
    const { raw } = await open();
    const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect([countResponses(answer), answer]).toEqual([
      { count: 1, status: 400 },
      expect.stringMatching(/"code":"invalid_request"[\s\S]*"field":"path"/),
    ]);
  });

  it('S-105: other spellings of a path are refused before an upgrade', async () => {
    const { raw } = await openProxy();
    for (const path of ['/chat/../chat/ws', '/chat/%77s', '//chat/ws', '/chat%2fws']) {
      const answer = await raw(`GET ${path}?session_id=a&access_token=b HTTP/1.1\r\n${UPGRADE}`);
      expect([path, countResponses(answer)]).toEqual([path, { count: 1, status: 400 }]);
    }
  });

  it.each(PATH_SPELLINGS)(
    'S-105: the listener in a server of its user refuses other spellings: %s',
    async (path) => {
      const { raw } = await open({ start: startInOwnServer() });
      const answer = await raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect([countResponses(answer), answer]).toEqual([
        { count: 1, status: 400 },
        expect.stringMatching(/"code":"invalid_request"[\s\S]*"field":"path"/),
      ]);
    },
  );

  it('S-105: other spellings reach no route of a relay in another server', async () => {
    const relay = createRelay(configFor('http://127.0.0.1:9'), {
      log: { write: () => {} },
      browserFolder: '/nowhere',
    });
    const ask = async (path: string) =>
      (await relay.fetch(new Request(`http://relay.example${path}`))).status;
    const refused = await Promise.all(
      ['/%68ealthz', '//healthz', '/chat%2fconfig', '/%61dmin/docs'].map(ask),
    );
    const known = await Promise.all(['/healthz', '/chat/config', '/chat/config?next=//a/%2e'].map(ask));
    await relay.close();
    expect([refused, known]).toEqual([Array(4).fill(400), [200, 200, 200]]);
  });

  it('S-133: other spellings reach no operator at the side of visitors', async () => {
    const silent = configFor('http://127.0.0.1:9', { FOYER_LOG_LEVEL: 'silent' });
    const relays = [
      createPortable(silent, { side: 'visitors' }),
      createRelay(silent, { side: 'visitors', browserFolder: '/nowhere' }),
    ];
    for (const relay of relays) {
      const server = createServer(
        getRequestListener((request) => relay.fetch(request), { overrideGlobalObjects: false }),
      );
      closings.push(relay.close, async () => void server.close());
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const ask = async (path: string) =>
        countResponses(await sendRaw(url, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`));
      for (const path of PATH_SPELLINGS)
        expect([path, await ask(path)]).toEqual([path, { count: 1, status: expect.toBeOneOf([400, 404]) }]);
      expect(await ask('/chat/config')).toEqual({ count: 1, status: 200 });
    }
  });

  it('S-133: each side of a relay answers its own paths', async () => {
    const silent = configFor('http://127.0.0.1:9', { FOYER_LOG_LEVEL: 'silent' });
    const found = [];
    for (const create of [createRelay, createPortable])
      for (const side of ['all', 'visitors', 'operators'] as const) {
        const relay = create(silent, { side });
        closings.push(relay.close);
        for (const path of ['/chat/config', '/admin/openapi.json', '/healthz'])
          found.push((await relay.fetch(new Request(`http://relay.example${path}`))).status);
      }
    const expected = [
      [200, 200, 200],
      [200, 404, 200],
      [404, 200, 200],
    ].flat();
    expect(found).toEqual([...expected, ...expected]);
  });
});
