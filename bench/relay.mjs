import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const SITE = 'http://127.0.0.1';

const file = (name) => fileURLToPath(new URL(name, import.meta.url));

/** Starts a process of the benchmark, which sends its URL and answers messages. */
async function startProcess(name, { execArgv = [], env = {} } = {}) {
  // Without FOYER_CHROMIUM and the like, which a relay refuses.
  const inherited = Object.fromEntries(
    Object.entries(process.env).filter(([key]) => !key.startsWith('FOYER_')),
  );
  const child = fork(file(name), { execArgv, env: { ...inherited, ...env } });
  const nextMessage = async () => (await once(child, 'message'))[0];
  const { url } = await nextMessage();
  return {
    url,
    ask(question) {
      child.send(question);
      return nextMessage();
    },
    close: () => child.disconnect(),
  };
}

/** Starts a relay in front of a platform, with a silent log. */
export const startRelay = (platformUrl, env = {}) =>
  startProcess('relay-process.mjs', {
    execArgv: ['--expose-gc'],
    env: {
      FOYER_PORT: '0',
      FOYER_MESSAGING_URL: platformUrl,
      FOYER_CONNECTOR_TOKEN: 'connector-token-of-the-bench',
      FOYER_HOST_IDENTIFIER: '127.0.0.1',
      FOYER_ALLOWED_ORIGINS: SITE,
      FOYER_LOG_LEVEL: 'silent',
      ...env,
    },
  });

export const startPlatform = () => startProcess('platform-process.mjs');

/** Percentile of a sorted list; `part` is between 0 and 1. */
export const percentile = (sorted, part) => sorted[Math.floor(sorted.length * part)];
