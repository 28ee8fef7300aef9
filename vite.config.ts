// Builds all outputs (`npm run build`) and runs the tests.
import { availableParallelism } from 'node:os';
import type { Plugin } from 'vite';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { environments } from './build/environments.ts';

const INTEGRATION = 'test/**/*.integration.test.ts';
const LONG = 'test/**/*.long.test.ts';
/** Long tests that only `--full` runs: of installed packages, which need an npm registry, and of what few changes break. */
const AT_NIGHT = [
  'test/packages/*.long.test.ts',
  'test/docs/*.long.test.ts',
  'test/chat/*.long.test.ts',
  'test/cli/conformance/faults.long.test.ts',
];
/** `ssr` renders on a server. */
const WITH_DOCUMENT = [
  'test/{console,desk,ui}/*.test.tsx',
  'test/{text,widget}/**/*.test.{ts,tsx}',
  'test/embed/!(ssr).test.{ts,tsx}',
  'test/testing/page.test.ts',
];

/** A process for each file, and one thread in it: the memory and the time that a test measures are its own. */
const ALONE = { isolate: true, execArgv: ['--single-threaded'] };

/** Projects whose names begin with `unit` make up the unit tier: pure, in process, without ports and processes. */
const project = (
  name: string,
  test: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({ extends: true, test: { name, ...test } });

/** Outputs whose hashed file names are in the scripts. */
const LOADED = ['panel', 'rare'];

/**
 * Writes the hashed names of the files that the scripts load into the scripts. After the minifier, which names variables by the
 * letters of a script: a hash shall not choose them.
 */
function panelFileNames(): Plugin {
  const names = new Map<string, string>();
  return {
    name: 'panel-file-names',
    sharedDuringBuild: true,
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        if (LOADED.includes(this.environment.name)) {
          if (file.isEntry) names.set(`FILE_${file.name}`, file.fileName);
        } else file.code = file.code.replace(/FILE_\w+/g, (name) => names.get(name) ?? name);
      }
    },
  };
}

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // The built files work at any address.
  base: './',
  publicDir: false,
  logLevel: 'warn',
  // Marks of unused calls are for the bundler of a library's users; here they would stay in the files.
  oxc: { jsx: { pure: false, runtime: 'automatic', importSource: 'preact' } },
  plugins: [panelFileNames()],
  ...(command === 'build' && { environments }),
  builder: {
    async buildApp({ build, environments: built }) {
      // One after the other: the scripts need the names of the panel's files.
      for (const name of Object.keys(environments)) {
        const environment = built[name];
        if (environment) await build(environment);
      }
    },
  },
  test: {
    // Days and hours as text are the same wherever the tests run.
    env: { TZ: 'UTC' },
    // A limit is for a test that hangs. None may decide whether a busy machine passes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // One more than there are processors: some tests only wait for sockets and processes.
    maxWorkers: availableParallelism() + 1,
    // Loading the libraries again for each file would take longer than the tests.
    isolate: false,
    projects: [
      project('unit', {
        include: ['test/**/*.test.ts'],
        exclude: [INTEGRATION, LONG, ...WITH_DOCUMENT],
        setupFiles: ['test/support/in-process.ts'],
      }),
      project('unit-dom', {
        environment: 'happy-dom',
        include: WITH_DOCUMENT,
        exclude: [INTEGRATION, LONG],
        setupFiles: ['test/support/in-process.ts', 'test/support/fresh-page.ts'],
      }),
      project('integration', { include: [INTEGRATION] }),
      project('long', { include: [LONG], exclude: AT_NIGHT, ...ALONE }),
      project('night', { include: AT_NIGHT, ...ALONE }),
    ],
  },
}));
