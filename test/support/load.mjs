import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';

/** Inside the project, so that the bundle finds its packages. */
const FOLDERS = fileURLToPath(new URL('../../node_modules/.foyer-', import.meta.url));

/** Loads a TypeScript module into Node as one bundle, which takes a quarter of the time of its modules one by one. */
export async function load(path) {
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: path,
      write: false,
      target: 'node20',
      minify: false,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const folder = mkdtempSync(FOLDERS);
  const file = join(folder, 'bundle.mjs');
  writeFileSync(file, output[0].code);
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
