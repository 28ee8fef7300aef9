import { expect, it } from 'vitest';
import { startEmulator } from '../../../src/emulator/index.ts';
import { sendSlowClients } from '../../support/slow-clients.ts';

it('S-93, S-56: slow clients are disconnected within 25 seconds while others are served', async () => {
  const { messagingUrl, baseUrl, platformUrl, close } = await startEmulator();
  const outcomes = await Promise.all(
    [
      [messagingUrl, '/api/v1/sessions'],
      [baseUrl, '/v1/alert-rules'],
      [platformUrl, '/v1/outbound-calling'],
    ].map(async ([url = '', path]) => {
      const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`;
      const { probed, seconds } = await sendSlowClients(url, head, async () => (await fetch(url)).status);
      return [new Set(probed), seconds < 25];
    }),
  );
  expect(outcomes).toEqual(Array(3).fill([new Set([404]), true]));
  await close();
});
