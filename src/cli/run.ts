import { unreachable } from '../base/unreachable.ts';
import { lintBehavior, previewBehavior } from './behavior.ts';
import { parseCommand } from './command.ts';
import { runDemo } from './demo.ts';
import { runDoctor } from './doctor.ts';
import { runEmulator } from './emulator.ts';
import { HELP } from './help.ts';
import { runRelay } from './relay.ts';
import { runReplay } from './replay/index.ts';
import type { Terminal } from './terminal.ts';

declare const __FOYER_VERSION__: string;

/** Does what the arguments ask for; resolves to the exit status: 0 done, 1 unable to, or faults were found, 2 not understood. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const command = parseCommand(args);
  try {
    switch (command.do) {
      case 'help':
        terminal.print(HELP);
        return 0;
      case 'version':
        terminal.print(__FOYER_VERSION__);
        return 0;
      case 'refuse':
        terminal.complain(`foyer-chat: ${command.why}; see foyer-chat --help`);
        return 2;
      case 'demo':
        await runDemo(command.port, terminal);
        return 0;
      case 'relay':
        return (await runRelay(terminal)) ? 0 : 1;
      case 'doctor':
        return await runDoctor(command.origin, terminal);
      case 'replay':
        return runReplay(command.file, terminal) ? 0 : 1;
      case 'behavior-lint':
        return lintBehavior(command.files, terminal);
      case 'behavior-preview':
        return previewBehavior(command, terminal);
      case 'emulator':
        await runEmulator(command, terminal);
        return 0;
      default:
        return unreachable(command);
    }
  } catch (error) {
    terminal.complain(
      `unable to run ${command.do}; ${error instanceof Error ? error.message : String(error)}`,
    );
    return 1;
  }
}
