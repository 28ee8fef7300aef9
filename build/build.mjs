// npm run build: makes everything in dist/. Plain JavaScript, because Node 20 runs no TypeScript.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { buildExamples } from '../public/examples/build.mjs';
import { chunks, console as consolePage, desk, library, node, scripts } from './outputs.mjs';
import { assemblePackages } from './packages/assemble.mjs';

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
const [{ output }] = await build(chunks);
const fileOf = (name) => output.find((it) => it.isEntry && it.name === name).fileName;
for (const config of [...scripts(fileOf), desk, consolePage, library, node]) await build(config);
await buildExamples();
await types;
assemblePackages();
