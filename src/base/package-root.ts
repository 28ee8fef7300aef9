import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, from wherever this module runs: src/, or a chunk somewhere in dist/. */
export function packageRoot(from: string = fileURLToPath(import.meta.url)): string {
  const folder = dirname(from);
  if (existsSync(join(folder, 'package.json')) || folder === from) return folder;
  return packageRoot(folder);
}
