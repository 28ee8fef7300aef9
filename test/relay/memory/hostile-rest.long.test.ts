import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { ADMIN_ENV, bearer } from '../support/admin.ts';
import { startMeasuredRelay } from './measured-relay.ts';

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

const MB = 1024 * 1024;

/** Serves one part over and over until the answer has `bytes`. */
async function startHost(part: string, bytes: number): Promise<string> {
  const block = Buffer.from(part.repeat(Math.ceil(MB / part.length)));
  const server = createServer((_, response) => {
    response.on('error', () => {});
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.write('{"data":[[]');
    let left = bytes;
    const write = () => {
      for (; left > 0; left -= block.length) {
        if (!response.write(block)) {
          left -= block.length;
          response.once('drain', write);
          return;
        }
      }
      response.end(']}');
    };
    write();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it.each([
  ['1 MB of empty lists', ',[]', MB],
  ['4 MB of empty lists', ',[]', 4 * MB],
  ['10 MB of empty lists', ',[]', 10 * MB],
  ['60 MB of empty lists', ',[]', 60 * MB],
  ['31,000,000 open brackets', ',[[[[[[[', 31_000_000],
])('S-102: a REST answer of %s leaves the relay below 256 MB', async (_, part, bytes) => {
  const url = await startHost(part, bytes);
  const relay = await startMeasuredRelay({
    ...ADMIN_ENV,
    FOYER_MESSAGING_URL: url,
    FOYER_BASE_URL: url,
    FOYER_BASE_API_KEY: 'CNRY-base-6d1f0c9e8b7a',
    FOYER_ACCOUNT_ID: 'acc',
    FOYER_PROJECT_ID: 'proj',
  });
  closings.push(relay.close);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      fetch(`${relay.url}/admin/v1/alert-rules`, { headers: bearer('read') }).then((answer) => answer.status),
    ),
  );
  const health = await fetch(`${relay.url}/healthz`);
  expect([answers, health.status]).toEqual([[502, 502, 502, 502], 200]);
  expect(await relay.peakMb()).toBeLessThan(256);
});
