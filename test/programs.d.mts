/** Path of the program `name`; undefined if there is none. */
export function onPath(name: string): string | undefined;

/** Whether system packages may be installed: with `--install`, in CI, and for root on a Debian without a browser. */
export function mayInstall(
  hasBrowser: boolean,
  surroundings?: {
    readonly args?: readonly string[];
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly isContainer?: boolean;
  },
): boolean;

export function aptCommands(name: string): readonly (readonly string[])[];
