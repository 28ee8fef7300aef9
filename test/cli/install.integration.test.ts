import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const lock = (packages: Record<string, object>) => JSON.stringify({ packages: { '': {}, ...packages } });

interface Options {
  readonly wanted: Record<string, object>;
  readonly installed?: Record<string, object>;
  readonly engine?: string;
  readonly failing?: readonly string[];
  readonly args?: readonly string[];
}

/** Prepares a temporary package, in which install.mjs runs with an npm that only records its calls. */
function prepare({ wanted, installed, engine = '>=20.19', failing = [], args = [] }: Options) {
  const root = mkdtempSync(join(tmpdir(), 'foyer-install-'));
  folders.push(root);
  for (const folder of ['src/cli', 'node_modules', 'bin']) mkdirSync(join(root, folder), { recursive: true });
  cpSync('src/cli/install.mjs', join(root, 'src/cli/install.mjs'));
  writeFileSync(join(root, 'package.json'), JSON.stringify({ type: 'module', engines: { node: engine } }));
  writeFileSync(join(root, 'package-lock.json'), lock(wanted));
  if (installed) writeFileSync(join(root, 'node_modules/.package-lock.json'), lock(installed));
  const npm = join(root, 'bin/npm');
  writeFileSync(
    npm,
    `#!/bin/sh\necho "npm $*" >> "${root}/calls"\ncase " ${failing.join(' ')} " in *" $1 "*) exit 1;; esac\n`,
  );
  chmodSync(npm, 0o755);
  function run() {
    rmSync(join(root, 'calls'), { force: true });
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, 'src/cli/install.mjs'), ...args],
      { encoding: 'utf8', env: { ...process.env, PATH: `${join(root, 'bin')}:${process.env['PATH']}` } },
    );
    const calls = existsSync(join(root, 'calls'))
      ? readFileSync(join(root, 'calls'), 'utf8').trim().split('\n')
      : [];
    return { status, stdout, stderr, calls };
  }
  return { root, run };
}

const install = (options: Options) => prepare(options).run();

const hono = { 'node_modules/hono': { version: '4.13.19' } };

const quiet = { status: 0, stdout: '', stderr: '', calls: [] };
const ci = 'npm ci --no-audit --no-fund --prefer-offline';

describe('install', () => {
  it('does nothing when the installed packages match the lock file', () => {
    expect(install({ wanted: hono, installed: hono })).toEqual(quiet);
  });

  it('installs in a fresh clone', () => {
    expect(install({ wanted: hono })).toEqual({
      status: 0,
      stdout: 'Installing packages (npm ci): the packages are not installed yet.\n',
      stderr: '',
      calls: [ci],
    });
  });

  it.each([
    ['of another version', { 'node_modules/hono': { version: '4.13.18' } }],
    ['missing', {}],
  ])('installs when a package is %s', (_, installed) => {
    expect(install({ wanted: hono, installed })).toEqual({
      status: 0,
      stdout:
        'Installing packages (npm ci): node_modules/hono is not the version that package-lock.json names.\n',
      stderr: '',
      calls: [ci],
    });
  });

  it('ignores a missing optional package, as it may be for another system', () => {
    const wanted = { ...hono, 'node_modules/only-mac': { version: '1.0.0', optional: true } };
    expect(install({ wanted, installed: hono })).toEqual(quiet);
  });

  it('uses npm install when npm ci refuses the lock file', () => {
    expect(install({ wanted: hono, failing: ['ci'] })).toEqual({
      status: 0,
      stdout:
        'Installing packages (npm ci): the packages are not installed yet.\n' +
        'npm ci refused the lock file; npm install takes the same versions.\n',
      stderr: '',
      calls: [ci, 'npm install --no-save --no-audit --no-fund --prefer-offline'],
    });
  });

  it('exits with an error when nothing can be installed', () => {
    expect(install({ wanted: hono, failing: ['ci', 'install'] })).toMatchObject({
      status: 1,
      stderr: "unable to install the packages; see npm's output above.\n",
    });
  });

  it('builds before a start, and not again until something has changed', () => {
    const { root, run } = prepare({ wanted: hono, installed: hono, args: ['--build'] });
    const calls = [];
    // The npm of this test builds nothing.
    mkdirSync(join(root, 'dist/node'), { recursive: true });
    calls.push(run().calls);
    writeFileSync(join(root, 'dist/node/cli.js'), '');
    calls.push(run().calls);
    writeFileSync(join(root, 'src/changed.ts'), 'export {};');
    calls.push(run().calls, run().calls);
    const build = 'npm run --silent build';
    expect(calls).toEqual([[build], [], [build], []]);
  });

  it('says that a build has failed', () => {
    expect(install({ wanted: hono, installed: hono, args: ['--build'], failing: ['run'] })).toMatchObject({
      status: 1,
      stderr: 'unable to build; see the output above.\n',
    });
  });

  it('requires a newer Node before anything else', () => {
    expect(install({ wanted: hono, engine: '>=99.1' })).toEqual({
      status: 1,
      stdout: '',
      stderr: `Foyer requires Node >=99.1; this is ${process.versions.node}.\n`,
      calls: [],
    });
  });
});
