import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { SlowestFirst } from './test/support/slowest-first.ts';

const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, 'package.json'), 'utf8'));

const INTEGRATION = '{test,conformance}/**/*.integration.test.ts';
const LONG = 'test/**/*.long.test.ts';
const FULL = '{test,conformance}/**/*.full.test.ts';
const PACKED = 'test/**/*.packed.test.ts';
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

export default defineConfig({
  define: { __FOYER_VERSION__: JSON.stringify(version) },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
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
    sequence: { sequencer: SlowestFirst },
    // Loading the libraries again for each file would take longer than the tests.
    isolate: false,
    projects: [
      project('unit', {
        include: ['{test,conformance}/**/*.test.ts'],
        exclude: [INTEGRATION, LONG, FULL, PACKED, ...WITH_DOCUMENT],
        setupFiles: ['test/support/in-process.ts'],
      }),
      project('unit-dom', {
        environment: 'happy-dom',
        include: WITH_DOCUMENT,
        exclude: [INTEGRATION, LONG],
        setupFiles: ['test/support/in-process.ts', 'test/support/fresh-page.ts'],
      }),
      project('integration', { include: [INTEGRATION] }),
      // Needs the build, and an npm registry.
      project('packed', { include: [PACKED] }),
      project('long', { include: [LONG], ...ALONE }),
      // Only in `npm run test:long`.
      project('full', { include: [FULL], ...ALONE }),
    ],
  },
});
