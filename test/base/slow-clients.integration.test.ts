import { describe, expect, it } from 'vitest';
import { startEmulator } from '../../src/emulator/index.ts';
import { SHOP, useBench } from '../relay/support/bench.ts';
import { sendSlowClients } from '../support/slow-clients.ts';

const headOf = (path: string, fields = '') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\n${fields}Content-Type: application/json\r\n`;

// The limits are in real time, so both wait at once.
describe.concurrent('slow clients', () => {
  describe('of a relay (S-56)', () => {
    const open = useBench();

    it('are disconnected within 25 seconds, while others are served', async () => {
      const { url, call, upstream } = await open();
      const probe = async () => (await call('/healthz')).status;
      const head = headOf('/chat/sessions', `Origin: ${SHOP}\r\n`);
      const { probed, seconds } = await sendSlowClients(url, head, probe);
      expect(probed.filter((it) => it !== 200)).toEqual([]);
      expect(seconds).toBeLessThan(25);
      expect(upstream.received).toEqual([]);
    });
  });

  describe('of the embedded platform (S-93, S-56)', () => {
    it('are disconnected within 25 seconds, while others are served', async () => {
      const { messagingUrl, baseUrl, platformUrl, close } = await startEmulator();
      const outcomes = await Promise.all(
        [
          [messagingUrl, '/api/v1/sessions'],
          [baseUrl, '/v1/alert-rules'],
          [platformUrl, '/v1/outbound-calling'],
        ].map(async ([url = '', path = '']) => {
          const probe = async () => (await fetch(url)).status;
          const { probed, seconds } = await sendSlowClients(url, headOf(path), probe);
          return [new Set(probed), seconds < 25];
        }),
      );
      expect(outcomes).toEqual(Array(3).fill([new Set([404]), true]));
      await close();
    });
  });
});
