import { describe, expect, it } from 'vitest';
import { REQUEST_LIMITS } from '../../src/base/bounded-server.ts';
import { startEmulator } from '../../src/emulator/index.ts';
import { SHOP, useBench } from '../relay/support/bench.ts';
import { sendSlowClients } from '../support/slow-clients.ts';

const headOf = (path: string, fields = '') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\n${fields}Content-Type: application/json\r\n`;

it('the limits of a request end within 25 seconds (S-56)', () => {
  const { headersTimeout, requestTimeout, connectionsCheckingInterval } = REQUEST_LIMITS;
  expect(Math.max(headersTimeout, requestTimeout) + connectionsCheckingInterval).toBeLessThan(25_000);
});

// The limits are Node's own and in real time, so both wait at once. A busy machine closes later.
describe.concurrent('slow clients', () => {
  describe('of a relay (S-56)', () => {
    const open = useBench();

    it('S-56: the relay disconnects slow clients, while it serves others', async () => {
      const { url, call, upstream } = await open();
      const probe = async () => (await call('/healthz')).status;
      const head = headOf('/chat/sessions', `Origin: ${SHOP}\r\n`);
      const probed = await sendSlowClients(url, head, probe);
      expect(probed.filter((value) => value !== 200)).toEqual([]);
      expect(upstream.received).toEqual([]);
    });
  });

  describe('of the embedded platform (S-93, S-56)', () => {
    it('S-56, S-93: the embedded platform disconnects slow clients, while it serves others', async () => {
      const { messagingUrl, baseUrl, platformUrl, close } = await startEmulator();
      const outcomes = await Promise.all(
        [
          [messagingUrl, '/api/v1/sessions'],
          [baseUrl, '/v1/alert-rules'],
          [platformUrl, '/v1/outbound-calling'],
        ].map(async ([url = '', path = '']) => {
          const probe = async () => (await fetch(url)).status;
          return new Set(await sendSlowClients(url, headOf(path), probe));
        }),
      );
      expect(outcomes).toEqual(Array(3).fill(new Set([404])));
      await close();
    });
  });
});
