// Runs the embedded platform in its own process, because Node reads its trusted certificates at start-up only. Messages
// advance its clock. Plain JavaScript that Node runs directly.
import { fileURLToPath } from 'node:url';
import { load } from '../../support/load.mjs';

const fileOf = (path) => fileURLToPath(new URL(path, import.meta.url));
const { startEmulator } = await load(fileOf('../../../src/emulator/index.ts'));
const { createFakeClock } = await load(fileOf('../../support/fake-clock.ts'));

const clock = createFakeClock();
const emulator = await startEmulator({
  clock,
  allowLoopbackWebhooks: true,
  log: (line) => process.send({ line }),
});
const { messagingUrl, connectorToken, hostIdentifier, baseUrl, baseKey } = emulator;
process.send({ emulator: { messagingUrl, connectorToken, hostIdentifier, baseUrl, baseKey } });
process.on('message', ({ advanceMs }) => clock.advance(advanceMs));
process.on('disconnect', () => process.exit());
