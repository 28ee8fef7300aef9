import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { startEmulator } from '../../../src/emulator/index.ts';
import { NO_WAIT } from '../../emulator/support/visitor.ts';
import { bundle } from '../../support/bundle.ts';
import { SHOP } from '../support/bench.ts';
import { startMeasuredRelay } from './measured-relay.ts';

const closings: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close();
});

it('S-98: neither client nor relay holds a text of the conversation after its end', async () => {
  const emulator = await startEmulator({ pace: NO_WAIT });
  closings.push(() => emulator.close());
  const relay = await startMeasuredRelay({
    FOYER_MESSAGING_URL: emulator.messagingUrl,
    FOYER_CONNECTOR_TOKEN: emulator.connectorToken,
    FOYER_HOST_IDENTIFIER: emulator.hostIdentifier,
    FOYER_SOCKET: 'proxy',
  });
  closings.push(relay.close);
  const program = await bundle(fileURLToPath(new URL('./measured-client-process.ts', import.meta.url)));
  closings.push(program.remove);
  const client = fork(program.file, [relay.url, SHOP], { execArgv: ['--expose-gc'] });
  closings.push(() => client.kill('SIGKILL'));
  const [left] = (await once(client, 'message')) as [{ during: number; strings: number; grown: number }];
  // The control: while the conversation lasts, the client has its texts.
  expect(left.during).toBeGreaterThanOrEqual(300);
  expect([left.strings, await relay.texts()]).toEqual([0, 0]);
  expect(left.grown).toBeLessThan(1.2);
});
