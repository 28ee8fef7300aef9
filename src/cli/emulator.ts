import { startEmulator } from '../emulator/index.ts';
import { agentModelOf, lookUpAgent } from './agent-model.ts';
import type { Command } from './command.ts';
import { settingsFor } from './emulator-settings.ts';
import type { Terminal } from './terminal.ts';

/** The key of the control API: from the file if one is given, else from the environment. */
function controlKeyOf(file: string | undefined, { env, files }: Terminal): string | undefined {
  if (file === undefined) return env['FOYER_CONTROL_KEY'] || undefined;
  const text = files.read(file);
  if (text === undefined) throw new Error(`--control-key-file ${file} names no file that can be read`);
  return text.trim();
}

/** Runs the embedded platform and prints the settings that a relay needs to use it, as environment variables. */
export async function runEmulator(
  { type: _, conversations, controlKeyFile, agent: url, ...options }: Extract<Command, { type: 'emulator' }>,
  terminal: Terminal,
): Promise<void> {
  const controlKey = controlKeyOf(controlKeyFile, terminal);
  if (controlKey === undefined && options.controlOrigins.length > 0)
    throw new Error('--control-origins requires a control key');
  const configured = agentModelOf(terminal, url);
  const found = configured && (await lookUpAgent(configured));
  const emulator = await startEmulator({
    ...options,
    agentModel: found?.agent,
    log: (line) => void (line.startsWith('agent:') && terminal.printError(line)),
    ...(conversations && { conversations }),
    ...(controlKey !== undefined && { controlKey }),
  });
  // Before the first line: a reader of the lines may stop the program at once.
  const stopped = terminal.untilStopped();
  // Standard output has the settings alone.
  for (const line of found?.lines ?? []) terminal.printError(`agent: ${line}`);
  for (const [key, value] of Object.entries(settingsFor(emulator))) terminal.print(`${key}=${value}`);
  terminal.print(`FOYER_DIALECT=${options.dialect}`);
  await stopped;
  await emulator.close();
}
