import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Finds the folder of package.json from this module: in src/ or in a chunk in dist/. */
export function packageRoot(from: string = fileURLToPath(import.meta.url)): string {
  const folder = dirname(from);
  if (existsSync(join(folder, 'package.json')) || folder === from) return folder;
  return packageRoot(folder);
}
