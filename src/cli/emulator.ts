import { type Emulator, startEmulator } from '../emulator/index.ts';
import { agentModelOf } from './agent-model.ts';
import type { Command } from './command.ts';
import type { Terminal } from './terminal.ts';

/** What a relay is configured with to reach a platform, key by key. */
export const settingsFor = (emulator: Emulator) => ({
  FOYER_MESSAGING_URL: emulator.messagingUrl,
  FOYER_CONNECTOR_TOKEN: emulator.connectorToken,
  FOYER_HOST_IDENTIFIER: emulator.hostIdentifier,
  FOYER_BASE_URL: emulator.baseUrl,
  FOYER_BASE_API_KEY: emulator.baseKey,
  FOYER_PLATFORM_URL: emulator.platformUrl,
  FOYER_PLATFORM_API_KEY: emulator.platformKey,
  FOYER_OUTBOUND_URL: emulator.outboundUrl,
  FOYER_OUTBOUND_TOKEN: emulator.outboundToken,
  FOYER_ACCOUNT_ID: emulator.accountId,
  FOYER_PROJECT_ID: emulator.projectId,
  FOYER_BRANCH_ID: emulator.branchId,
});

/** The key to the control API: of the file when one is named, else of the environment. */
function controlKeyOf(file: string | undefined, { env, files }: Terminal): string | undefined {
  if (file === undefined) return env['FOYER_CONTROL_KEY'] || undefined;
  const text = files.read(file);
  if (text === undefined) throw new Error(`there is no file ${file} with a control key`);
  return text.trim();
}

/** Runs the embedded platform and prints what a relay needs to reach it, ready to be put into its environment. */
export async function runEmulator(
  { do: _, conversations, controlKeyFile, ...options }: Extract<Command, { do: 'emulator' }>,
  terminal: Terminal,
): Promise<void> {
  const controlKey = controlKeyOf(controlKeyFile, terminal);
  if (controlKey === undefined && options.controlOrigins.length > 0)
    throw new Error('--control-origins expects a control key beside it');
  const emulator = await startEmulator({
    ...options,
    agentModel: agentModelOf(terminal),
    ...(conversations && { conversations }),
    ...(controlKey !== undefined && { controlKey }),
  });
  for (const [key, value] of Object.entries(settingsFor(emulator))) terminal.print(`${key}=${value}`);
  terminal.print(`FOYER_DIALECT=${options.dialect}`);
  await terminal.untilStopped();
  await emulator.close();
}
