import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Inside the project, so that the bundle finds its packages. */
const FOLDERS = fileURLToPath(new URL('../../node_modules/.foyer-', import.meta.url));

interface Bundle {
  readonly file: string;
  readonly remove: () => void;
}

/** Writes a TypeScript module and its sources as one file, which a process runs without a build tool in it. */
export async function bundle(path: string): Promise<Bundle> {
  const folder = mkdtempSync(FOLDERS);
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: path,
      outDir: folder,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { codeSplitting: false, entryFileNames: 'bundle.mjs' } },
    },
  });
  return { file: join(folder, 'bundle.mjs'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
