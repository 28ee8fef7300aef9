import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundle } from '../../support/bundle.ts';
import { SHOP } from '../support/bench.ts';

/** A relay in a process of its own, which contains nothing else. */
export interface MeasuredRelay {
  readonly url: string;
  /** The most memory that the process had so far, in MB (the resident set). */
  peakMb(): Promise<number>;
  /** Number of strings in its heap that are texts of the measured client. */
  texts(): Promise<number>;
  close(): Promise<void>;
}

/** Starts a relay in a process whose heap is limited. */
export async function startMeasuredRelay(env: Record<string, string>): Promise<MeasuredRelay> {
  const { file, remove } = await bundle(fileURLToPath(new URL('./measured-process.ts', import.meta.url)));
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
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('the measured relay ended')));
  failed.catch(() => {});
  const [url] = (await Promise.race([once(child, 'message'), failed])) as [string];
  async function ask(figure: 'memory' | 'texts'): Promise<number> {
    child.send(figure);
    const [answer] = (await once(child, 'message')) as [number];
    return answer;
  }
  return {
    url,
    peakMb: async () => (await ask('memory')) / 1024,
    texts: () => ask('texts'),
    async close() {
      const exited = child.exitCode === null && once(child, 'exit');
      child.kill('SIGKILL');
      await exited;
      remove();
    },
  };
}
