// Runs `foyer-relay start` from the sources in a separate process, which looks at its files more often.
import { startAndWait } from '../../../src/cli/start.ts';
import { processTerminal } from '../../../src/cli/terminal.ts';

process.exitCode = (await startAndWait(processTerminal(), 50)) ? 0 : 1;
