// The second half of `npm run build`, after Vite: the declarations, the example apps and the two npm packages.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildExamples } from './examples.ts';
import { assemblePackages } from './packages/assemble.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Writes the declarations, unchecked: `npm run check -- types` checks all sources. */
function writeDeclarations() {
  const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'build/tsconfig.types.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error('unable to write the declarations');
}

writeDeclarations();
await buildExamples();
assemblePackages();
