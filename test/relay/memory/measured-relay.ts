import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { SHOP } from '../support/bench.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** A relay in a process of its own, which contains nothing else. */
export interface MeasuredRelay {
  readonly url: string;
  /** The most memory that the process had so far, in MB (the resident set). */
  peakMb(): Promise<number>;
  close(): Promise<void>;
}

/** The relay's sources as one module, so that no build tool is in the measured process. */
async function bundle(): Promise<{ readonly file: string; readonly remove: () => void }> {
  // Below node_modules, where the module finds its libraries.
  const folder = mkdtempSync(join(ROOT, 'node_modules/.measured-relay-'));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'error',
    define: { __FOYER_VERSION__: '"0.0.0"' },
    build: {
      target: 'node20',
      ssr: fileURLToPath(new URL('./measured-process.ts', import.meta.url)),
      outDir: folder,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'relay.mjs' } },
    },
  });
  return { file: join(folder, 'relay.mjs'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts a relay in a process whose heap is limited. */
export async function startMeasuredRelay(env: Record<string, string>): Promise<MeasuredRelay> {
  const { file, remove } = await bundle();
  const child: ChildProcess = fork(file, {
    execArgv: ['--max-old-space-size=192'],
    env: {
      FOYER_PORT: '0',
      FOYER_CONNECTOR_TOKEN: 'CNRY-connector-of-the-measured-relay',
      FOYER_HOST_IDENTIFIER: 'shop.example.com',
      FOYER_ALLOWED_ORIGINS: SHOP,
      FOYER_LOG_LEVEL: 'silent',
      ...env,
    },
  });
  const [url] = (await once(child, 'message')) as [string];
  return {
    url,
    async peakMb() {
      child.send('memory');
      const [kilobytes] = (await once(child, 'message')) as [number];
      return kilobytes / 1024;
    },
    async close() {
      const exited = child.exitCode === null && once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      remove();
    },
  };
}
