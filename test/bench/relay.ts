import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundle } from '../support/bundle.ts';
import { CONNECTOR_TOKEN, SITE } from './site.ts';

/** Memory of a process in bytes; `peak` is NaN where the system does not report it. */
export interface Memory {
  readonly used: number;
  readonly rss: number;
  readonly peak: number;
  /** Sockets, timers and the like, by Node's names. */
  readonly resources: Readonly<Record<string, number>>;
}

interface Options {
  readonly execArgv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export type BenchProcess = Awaited<ReturnType<typeof startProcess>>;

/** Starts a process of the benchmark, which sends its URL and answers what it is asked, one question after the other. */
export async function startProcess(name: string, { execArgv = [], env = {} }: Options = {}) {
  // Without FOYER_CHROMIUM and the like, which a relay refuses.
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !key.startsWith('FOYER_')),
  );
  const { file, remove } = await bundle(fileURLToPath(new URL(name, import.meta.url)));
  const child = fork(file, { execArgv: [...execArgv], env: { ...inherited, ...env } });
  const [{ url }] = (await once(child, 'message')) as [{ readonly url: string }];
  async function ask<Answer>(question: string | object): Promise<Answer> {
    child.send(question);
    const [answer] = (await once(child, 'message')) as [Answer];
    return answer;
  }
  return {
    url,
    pid: child.pid ?? 0,
    ask,
    askMemory: () => ask<Memory>('memory'),
    kill: () => child.kill('SIGKILL'),
    close() {
      if (child.connected) child.disconnect();
      remove();
    },
  };
}

/** Starts a relay in front of a platform, with a silent log. */
export const startRelay = (platformUrl: string, env: Readonly<Record<string, string>> = {}) =>
  startProcess('relay-process.ts', {
    execArgv: ['--expose-gc'],
    env: {
      FOYER_PORT: '0',
      FOYER_MESSAGING_URL: platformUrl,
      FOYER_CONNECTOR_TOKEN: CONNECTOR_TOKEN,
      FOYER_HOST_IDENTIFIER: '127.0.0.1',
      FOYER_ALLOWED_ORIGINS: SITE,
      FOYER_LOG_LEVEL: 'silent',
      ...env,
    },
  });

export const startPlatform = () => startProcess('platform-process.ts');
