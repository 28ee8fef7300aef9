import { type Files, filesIn } from '../relay/index.ts';

/** Where a command is typed: its output, its settings, and the moment it is asked to stop. */
export interface Terminal {
  print(line: string): void;
  complain(line: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly files: Files;
  /** Resolves when the person or the supervisor wants the command to end. */
  untilStopped(): Promise<void>;
}

const PARENT_CHECK_MS = 500;

/** The terminal of this process. A second signal is not waited for: it ends the process at once, as everywhere. */
export const processTerminal = (): Terminal => ({
  print: (line) => console.log(line),
  complain: (line) => console.error(line),
  env: process.env,
  files: filesIn(process.cwd()),
  untilStopped: () =>
    new Promise((stopped) => {
      const parent = process.ppid;
      // npm puts a shell between itself and us that dies of a SIGTERM without passing it on; without this, ports would
      // stay taken. Not elsewhere: whoever runs us in the background may well go.
      const isUnderNpm = process.env['npm_lifecycle_event'] !== undefined;
      const watch = setInterval(() => isUnderNpm && process.ppid !== parent && stop(), PARENT_CHECK_MS);
      const stop = () => {
        clearInterval(watch);
        stopped();
      };
      process.once('SIGINT', stop);
      process.once('SIGTERM', stop);
    }),
});
