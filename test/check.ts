// npm run check: format, types, unused code, packages and sizes, one after the other.
// npm run check -- types size: only these. `package` and `size` read the build.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

/** Both programs judge the same archive. */
const packageCommands = (name: string) => [
  `npm pack ./dist/${name} --pack-destination dist --silent`,
  `publint --strict dist/${name}-${version}.tgz`,
  `attw dist/${name}-${version}.tgz --profile esm-only --format ascii`,
];

const CHECKS: Readonly<Record<string, readonly string[]>> = {
  format: ['biome ci --error-on-warnings .'],
  types: ['tsc --noEmit'],
  unused: ['knip'],
  package: ['foyer-chat', 'foyer-relay'].flatMap(packageCommands),
  size: [
    'vite build build/consumer --logLevel warn --outDir ../../dist/consumer --emptyOutDir',
    'size-limit --config build/size-limit.ts',
  ],
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !Object.hasOwn(CHECKS, name));
if (unknown.length > 0) {
  process.stderr.write(
    `unable to check ${unknown.join(', ')}; there are ${Object.keys(CHECKS).join(', ')}\n`,
  );
  process.exit(1);
}

/** npm has put the programs of the packages on the path. */
function succeeds(command: string): boolean {
  const [program = '', ...args] = command.split(' ');
  return spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;
}

/** The commands of one check build on each other. */
const passes = (name: string) => CHECKS[name]?.every(succeeds);

const chosen = named.length > 0 ? named : Object.keys(CHECKS);
const failed = chosen.filter((name) => !passes(name));
if (failed.length > 0) process.stderr.write(`failed: ${failed.join(', ')}\n`);
process.exitCode = failed.length > 0 ? 1 : 0;
