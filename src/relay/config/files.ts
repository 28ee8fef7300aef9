import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Where configuration files come from. */
export interface Files {
  /** The text of a file; undefined when it cannot be read. */
  read(path: string): string | undefined;
}

/** The files of the machine; relative paths start at `folder`. */
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
