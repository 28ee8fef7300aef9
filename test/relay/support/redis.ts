import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findRedis } from '../../redis.ts';
import { freePort } from '../../support/free-port.ts';

/** A real Redis for one test. */
export interface Redis {
  readonly url: string;
  /** Stops answering; connections stay open. */
  freeze(): void;
  thaw(): void;
  stop(): Promise<void>;
  /** Starts again, empty, at the same address. */
  start(): Promise<void>;
}

const program = findRedis();
export const hasRedis = program !== undefined;
if (!hasRedis) {
  process.stdout.write(
    'note: no redis-server on the PATH; tests that need one are skipped (docs/testing.md)\n',
  );
}

export async function startRedis(...options: readonly string[]): Promise<Redis> {
  const port = await freePort();
  let running: ChildProcess | undefined;
  let folder = '';

  async function start(): Promise<void> {
    // Replication writes a file, which another Redis of the folder would load.
    folder = mkdtempSync(join(tmpdir(), 'foyer-redis-'));
    const ways = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--dir',
      folder,
      '--save',
      '',
      '--appendonly',
      'no',
    ];
    const child = spawn(program ?? '', [...ways, ...options], { stdio: ['ignore', 'pipe', 'inherit'] });
    running = child;
    for await (const line of createInterface({ input: child.stdout })) {
      if (line.includes('Ready to accept connections')) break;
    }
    child.stdout.resume();
  }
  async function stop(): Promise<void> {
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.kill('SIGKILL');
    await once(running, 'exit');
    rmSync(folder, { recursive: true });
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    freeze: () => void running?.kill('SIGSTOP'),
    thaw: () => void running?.kill('SIGCONT'),
    stop,
    start,
  };
}
