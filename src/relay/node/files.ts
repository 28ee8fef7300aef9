import { existsSync, readFileSync } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Files } from '../config/files.ts';
import type { Folder } from '../pages/folder.ts';

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
    isThere: (path) => existsSync(resolve(folder, path)),
  };
}

/** A folder of this machine. It has only regular files, no symbolic links. */
export const folderAt = (path: string): Folder => ({
  async read(name) {
    try {
      const file = join(path, name);
      return (await lstat(file)).isFile() ? new Uint8Array(await readFile(file)) : undefined;
    } catch {
      return undefined;
    }
  },
});
