import { systemClock } from '../base/clock.ts';
import { unreachable } from '../base/unreachable.ts';
import { VERSION } from '../base/version.ts';
import { lintBehavior, previewBehavior } from './behavior.ts';
import { testBehavior } from './behavior-test.ts';
import { parseCommand } from './command.ts';
import { runConformance } from './conformance/index.ts';
import { runDoctor } from './doctor.ts';
import { loadEmbeddedPlatform } from './embedded-platform.ts';
import { helpOf } from './help.ts';
import { printKey } from './key.ts';
import { runReplay } from './replay/index.ts';
import { checkConfig, startAndWait } from './start.ts';
import type { Terminal } from './terminal.ts';

/** Runs a command. Resolves to the exit status: 0 success, 1 failure or issues found, 2 invalid arguments. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const command = parseCommand(args, systemClock().now());
  try {
    switch (command.type) {
      case 'help':
        terminal.print(helpOf(command.of));
        return 0;
      case 'version':
        terminal.print(VERSION);
        return 0;
      case 'refuse':
        terminal.printError(`foyer-relay: ${command.why}; see foyer-relay --help`);
        return 2;
      case 'demo':
        await (await loadEmbeddedPlatform(() => import('./demo.ts'))).runDemo(command, terminal);
        return 0;
      case 'start':
        return (await (command.isCheck ? checkConfig(terminal) : startAndWait(terminal))) ? 0 : 1;
      case 'key':
        printKey(command, terminal);
        return 0;
      case 'doctor':
        return await runDoctor(command, terminal);
      case 'replay':
        return runReplay(command.file, terminal) ? 0 : 1;
      case 'behavior-lint':
        return lintBehavior(command.files, terminal);
      case 'behavior-preview':
        return previewBehavior(command, terminal);
      case 'behavior-test':
        return await testBehavior(command, terminal);
      case 'conformance':
        return await runConformance(command, terminal);
      case 'emulator':
        await (await loadEmbeddedPlatform(() => import('./emulator.ts'))).runEmulator(command, terminal);
        return 0;
      default:
        return unreachable(command);
    }
  } catch (error) {
    terminal.printError(
      `unable to run ${command.type}; ${error instanceof Error ? error.message : String(error)}`,
    );
    return 1;
  }
}
