import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundle } from '../support/bundle.ts';
import type { Actions, Memory } from './answer.ts';
import { CONNECTOR_TOKEN, SITE } from './calls.ts';

interface Options {
  readonly execArgv?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts a process of the benchmark, see `answer`. It answers one question after the other. */
export async function startProcess<Asked extends Actions, Ready = { readonly url: string }>(
  name: string,
  { execArgv = [], env = {} }: Options = {},
) {
  // Without FOYER_CHROMIUM and the like, which a relay refuses.
  const inherited = Object.entries(process.env).filter(([key]) => !key.startsWith('FOYER_'));
  const { file, remove } = await bundle(fileURLToPath(new URL(name, import.meta.url)));
  const child = fork(file, { execArgv: [...execArgv], env: { ...Object.fromEntries(inherited), ...env } });
  const ended = new AbortController();
  child.once('exit', () => ended.abort(new Error(`${name} ended`)));
  async function next<Answer>(): Promise<Answer> {
    const [answer] = await once(child, 'message', { signal: ended.signal });
    return answer;
  }
  type All = Asked & { readonly memory: () => Memory };
  function ask<Name extends keyof All>(
    action: Name,
    ...given: Parameters<All[Name]>
  ): Promise<Awaited<ReturnType<All[Name]>>> {
    child.send({ action, given });
    return next();
  }
  return {
    ready: await next<Ready>(),
    pid: child.pid ?? 0,
    ask,
    kill() {
      child.kill('SIGKILL');
      remove();
    },
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

const TICKS_A_SECOND = 100;

/** Processor time of any process and its children so far, in ms. Linux only. */
export function processorTime(pid: number): number {
  const read = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
  // The name of the program, in parentheses, may have spaces.
  const fields = read('stat').split(') ')[1]?.split(' ') ?? [];
  const own = ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_A_SECOND;
  const children = read(`task/${pid}/children`).split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + processorTime(Number(child)), own);
}
