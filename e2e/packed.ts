import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { test as base } from './fixtures.ts';
import { createNeighbours, type Neighbours } from './neighbours.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const APPS = ['preact-app', 'react-app'] as const;
/** What the two apps ask for, besides the package. */
const TOOLS = ['preact', 'react', 'react-dom', '@types/react', '@types/react-dom', 'vite'];

/** The package as people get it: packed, unpacked into an empty project, and both example apps built with it. */
interface Packed {
  /** The addresses of two of its modules. */
  readonly demo: string;
  readonly relay: string;
  /** What the compiler says against an app, with the package's types. */
  typeFaults(app: (typeof APPS)[number]): string;
}

function run(command: string, args: readonly string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) throw new Error(`unable to run ${command} ${args.join(' ')}; ${stdout}${stderr}`);
  return stdout.trim();
}

/**
 * No registry is asked: the tarball is unpacked where npm would put it, and what it depends on is linked from this
 * repository's own packages, the versions of which are those of the lock file.
 */
function install(project: string): string {
  const installed = join(project, 'node_modules', 'foyer-chat');
  mkdirSync(installed, { recursive: true });
  const tarball = run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', project], root);
  run('tar', ['-xzf', join(project, tarball), '-C', installed, '--strip-components', '1'], project);
  const { dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  for (const name of [...Object.keys(dependencies), ...TOOLS]) {
    const link = join(project, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), link, 'junction');
  }
  return installed;
}

async function pack(project: string): Promise<Packed> {
  const installed = install(project);
  cpSync(join(installed, 'public', 'examples'), join(project, 'examples'), { recursive: true });
  for (const app of APPS) {
    await build({
      root: join(project, 'examples', app),
      logLevel: 'error',
      build: { outDir: join(installed, 'public', 'examples', app, 'dist'), emptyOutDir: true },
    });
  }
  const moduleOf = (name: string) => pathToFileURL(join(installed, 'dist', 'node', name)).href;
  return {
    demo: moduleOf('demo.js'),
    relay: moduleOf('relay.js'),
    typeFaults(app) {
      const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
      return spawnSync(process.execPath, [compiler, '-p', join(project, 'examples', app)], {
        encoding: 'utf8',
      }).stdout;
    },
  };
}

/** Like the other tests, but with the demo of the packed package: its relay, its site and its examples. */
export const test = base.extend<{ readonly neighbours: Neighbours }, { readonly packed: Packed }>({
  packed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed.
    async ({}, use) => {
      const project = mkdtempSync(join(tmpdir(), 'foyer-packed-'));
      await use(await pack(project));
      rmSync(project, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  demo: async ({ demoOptions, socket, packed }, use) => {
    const { startDemo } = (await import(packed.demo)) as typeof import('../src/cli/demo.ts');
    const demo = await startDemo({ socket, ...demoOptions });
    await use(demo);
    await demo.close();
  },
  neighbours: async ({ demo, packed }, use) => {
    const neighbours = createNeighbours(demo, packed.relay);
    await use(neighbours);
    await neighbours.close();
  },
});
