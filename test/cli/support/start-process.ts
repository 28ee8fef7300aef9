// Runs `foyer-relay start` from the sources in a separate process.
import { run } from '../../../src/cli/run.ts';
import { processTerminal } from '../../../src/cli/terminal.ts';

process.exitCode = await run(['start'], processTerminal());
