import { startEmulator } from '../emulator/index.ts';
import type { Command } from './command.ts';
import type { Terminal } from './terminal.ts';

/** Runs the embedded platform and prints what a relay needs to reach it, ready to be put into its environment. */
export async function runEmulator(
  { port, listen, journal, dialect }: Extract<Command, { do: 'emulator' }>,
  terminal: Terminal,
): Promise<void> {
  const emulator = await startEmulator({ port, listen, journal, dialect });
  terminal.print(`FOYER_MESSAGING_URL=${emulator.messagingUrl}`);
  terminal.print(`FOYER_CONNECTOR_TOKEN=${emulator.connectorToken}`);
  terminal.print(`FOYER_HOST_IDENTIFIER=${emulator.hostIdentifier}`);
  terminal.print(`FOYER_DIALECT=${dialect}`);
  await terminal.untilStopped();
  await emulator.close();
}
