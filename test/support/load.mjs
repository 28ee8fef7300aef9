import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { define } from '../../build/outputs.mjs';

/** Inside the project, so that the bundle finds its packages. */
const FOLDERS = fileURLToPath(new URL('../../node_modules/.foyer-', import.meta.url));

/** Writes a TypeScript module and its sources as one file, which a process runs without a build tool in it. */
export async function bundle(path) {
  const folder = mkdtempSync(FOLDERS);
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define,
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

/** Loads a TypeScript module into Node as one bundle, which takes a quarter of the time of its modules one by one. */
export async function load(path) {
  const { file, remove } = await bundle(path);
  try {
    return await import(pathToFileURL(file).href);
  } finally {
    remove();
  }
}
