// Runs the embedded platform in its own process, because Node reads its trusted certificates at start-up only. Messages
// advance its clock.
import { startEmulator } from '../../../src/emulator/index.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

const clock = createFakeClock();
const emulator = await startEmulator({
  clock,
  allowLoopbackWebhooks: true,
  log: (line) => process.send?.({ line }),
});
const { messagingUrl, connectorToken, hostIdentifier, baseUrl, baseKey } = emulator;
process.send?.({ emulator: { messagingUrl, connectorToken, hostIdentifier, baseUrl, baseKey } });
process.on('message', ({ advanceMs }: { readonly advanceMs: number }) => clock.advance(advanceMs));
process.on('disconnect', () => process.exit());
