// npm run build: makes everything in dist/.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildExamples } from './examples.ts';
import {
  chunks,
  console as consolePage,
  desk,
  library,
  node,
  portable,
  preview,
  scripts,
} from './outputs.ts';
import { assemblePackages } from './packages/assemble.ts';

/** Writes the declarations, unchecked: `npm run check -- types` checks all sources. In a process of its own, so that it runs beside Vite. */
async function declarations() {
  const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
  const child = spawn(process.execPath, [tsc, '-p', 'tsconfig.types.json'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
  });
  const status = await new Promise((resolve) => child.once('close', resolve));
  if (status !== 0) throw new Error('unable to write the declarations');
}

const types = declarations();
const built = [await build(chunks)].flat().flatMap((one) => ('output' in one ? one.output : []));
function fileOf(name: string): string {
  const entry = built.find((file) => file.type === 'chunk' && file.isEntry && file.name === name);
  if (entry === undefined) throw new Error(`the build has no chunk ${name}`);
  return entry.fileName;
}
for (const config of [...scripts(fileOf), desk, consolePage, preview, library, node, portable])
  await build(config);
await buildExamples();
await types;
assemblePackages();
