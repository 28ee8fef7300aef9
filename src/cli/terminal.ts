import { type Files, filesIn } from '../relay/index.ts';

/** The environment of a command: output, settings, files and the signal to stop. */
export interface Terminal {
  print(line: string): void;
  printError(line: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly files: Files;
  /** Calls the listener on a request to reload the configuration; returns an unsubscribe function. Undefined if reloading is impossible. */
  readonly onHangUp?: (listener: () => void) => () => void;
  /** Resolves when the command is asked to end. */
  untilStopped(): Promise<void>;
}

const PARENT_CHECK_MS = 500;

/** The terminal of this process. The first SIGINT or SIGTERM stops the command; a second one ends the process at once. */
export const processTerminal = (): Terminal => ({
  print: (line) => console.log(line),
  printError: (line) => console.error(line),
  env: process.env,
  files: filesIn(process.cwd()),
  onHangUp(listener) {
    // A closing terminal sends SIGHUP, too. Then the command must end.
    if (process.stdin.isTTY) return () => {};
    process.on('SIGHUP', listener);
    return () => process.off('SIGHUP', listener);
  },
  untilStopped: () =>
    new Promise((stopped) => {
      const parent = process.ppid;
      // npm starts a shell in between that does not forward SIGTERM. So under npm the command also stops when its parent exits,
      // otherwise its ports would stay taken. Elsewhere the parent may exit while the command continues in the background.
      const isUnderNpm = process.env['npm_lifecycle_event'] !== undefined;
      const timer = setInterval(() => isUnderNpm && process.ppid !== parent && stop(), PARENT_CHECK_MS);
      const stop = () => {
        clearInterval(timer);
        stopped();
      };
      process.once('SIGINT', stop);
      process.once('SIGTERM', stop);
    }),
});
