import { describe, expect, it } from 'vitest';
import { createRelay } from '../../src/relay/index.ts';
import { countResponses } from '../support/raw-request.ts';
import { configFor, SHOP, useBench } from './support/bench.ts';
import { useProxy } from './support/proxy.ts';

const REFUSED = [
  '/chat/../admin/docs',
  '/chat/%2e%2e/admin/docs',
  '/chat/.%2E/admin/docs',
  '/chat/..%2fadmin/docs',
  '/chat\\..\\admin\\docs',
  '/chat/..%5Cadmin/docs',
  '//admin/docs',
  '/chat//sessions',
  '/chat%2Fsessions',
  '/admin/v1/%61lerts',
  '/%61dmin/docs',
  '/%68ealthz',
  '/assets/../secret.js',
  '/assets/....//secret.js',
  '/assets/%2fetc%2fpasswd',
  'http://relay.example/chat/../admin/docs',
];
const UPGRADE =
  `Host: relay.example\r\nOrigin: ${SHOP}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';

describe('other spellings of a path', () => {
  const open = useBench();
  const openProxy = useProxy();

  it.each(REFUSED)('S-105: other spellings of a path are refused: %s', async (path) => {
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

  it('S-105: reach no route of a relay in another server', async () => {
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
});
