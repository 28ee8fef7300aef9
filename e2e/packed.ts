import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import { test as base } from './fixtures.ts';
import { createTestServers, type TestServers } from './test-servers.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const APPS = ['preact-app', 'react-app'] as const;
/** Dependencies of the example apps, besides foyer-chat. */
const TOOLS = ['preact', 'react', 'react-dom', '@types/react', '@types/react-dom', 'vite'];

/** The packed packages, installed in an empty project, with both example apps built. */
interface PackedPackages {
  /** URLs of two modules of foyer-relay. */
  readonly demo: string;
  readonly relay: string;
  /** Compiler errors of an app with the types of the package. */
  typeErrors(app: (typeof APPS)[number]): string;
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
 * Installs both tarballs without a registry: they are unpacked where npm would put them, and their dependencies are links to
 * the packages of this repository.
 */
function install(project: string): void {
  const link = (name: string) => {
    const path = join(project, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), path, 'junction');
  };
  for (const name of ['foyer-chat', 'foyer-relay']) {
    const installed = join(project, 'node_modules', name);
    mkdirSync(installed, { recursive: true });
    const tarball = run(
      'npm',
      ['pack', `./dist/${name}`, '--silent', '--ignore-scripts', '--pack-destination', project],
      root,
    );
    run('tar', ['-xzf', join(project, tarball), '-C', installed, '--strip-components', '1'], project);
    const { dependencies, optionalDependencies } = JSON.parse(
      readFileSync(join(installed, 'package.json'), 'utf8'),
    );
    for (const dependency of Object.keys({ ...dependencies, ...optionalDependencies })) link(dependency);
  }
  for (const tool of TOOLS) link(tool);
}

async function pack(project: string): Promise<PackedPackages> {
  install(project);
  const relay = join(project, 'node_modules', 'foyer-relay');
  cpSync(join(root, 'public', 'examples'), join(project, 'examples'), {
    recursive: true,
    filter: (path) => !/-app[\\/]dist/.test(path),
  });
  for (const app of APPS) {
    await build({
      root: join(project, 'examples', app),
      logLevel: 'error',
      build: { outDir: join(relay, 'public', 'examples', app, 'dist'), emptyOutDir: true },
    });
  }
  const moduleOf = (name: string) => pathToFileURL(join(relay, 'dist', 'node', name)).href;
  return {
    demo: moduleOf('demo.js'),
    relay: moduleOf('relay.js'),
    typeErrors(app) {
      const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
      return spawnSync(process.execPath, [compiler, '-p', join(project, 'examples', app)], {
        encoding: 'utf8',
      }).stdout;
    },
  };
}

/** Runs the demo of the packed relay: its relay, its site and its examples. */
export const test = base.extend<{ readonly servers: TestServers }, { readonly packed: PackedPackages }>({
  packed: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from it which fixtures are needed.
    async ({}, use) => {
      const project = mkdtempSync(join(tmpdir(), 'foyer-packed-'));
      await use(await pack(project));
      rmSync(project, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 600_000 },
  ],
  demo: async ({ demoOptions, socket, packed }, use) => {
    const { startDemo } = (await import(packed.demo)) as typeof import('../src/cli/demo.ts');
    const demo = await startDemo({ socket, ...demoOptions });
    await use(demo);
    await demo.close();
  },
  servers: async ({ demo, packed }, use) => {
    const servers = createTestServers(demo, packed.relay);
    await use(servers);
    await servers.close();
  },
});
