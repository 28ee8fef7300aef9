import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Access to configuration files. */
export interface Files {
  /** The text of a file; undefined when it cannot be read. */
  read(path: string): string | undefined;
}

/** Reads files of this machine; relative paths start at `folder`. */
export function filesIn(folder: string): Files {
  return {
    read(path) {
      try {
        return readFileSync(resolve(folder, path), 'utf8');
      } catch {
        return undefined;
      }
    },
  };
}
