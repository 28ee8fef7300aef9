import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

/** Inside the project, so that the bundle finds its packages. */
const FOLDERS = fileURLToPath(new URL('../../node_modules/.foyer-', import.meta.url));

interface Bundle {
  readonly file: string;
  readonly remove: () => void;
}

const texts = new Map<string, Promise<string>>();

async function textOf(path: string): Promise<string> {
  const built = (await build({
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
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

/**
 * Writes a TypeScript module and its sources as one file, which a process runs without a build tool in it. Sources are bundled once
 * in this process.
 */
export async function bundle(path: string): Promise<Bundle> {
  const text = texts.get(path) ?? textOf(path);
  texts.set(path, text);
  const folder = mkdtempSync(FOLDERS);
  const file = join(folder, 'bundle.mjs');
  writeFileSync(file, await text);
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
