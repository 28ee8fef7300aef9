import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export const SITE = 'http://127.0.0.1';

const file = (name) => fileURLToPath(new URL(name, import.meta.url));

/** A program of the bench that says by a message where it listens, and answers questions put by messages. */
async function startProcess(name, { execArgv = [], env = {} } = {}) {
  const child = fork(file(name), { execArgv, env: { ...process.env, ...env } });
  const said = async () => (await once(child, 'message'))[0];
  const { url } = await said();
  return {
    url,
    ask(question) {
      child.send(question);
      return said();
    },
    close: () => child.disconnect(),
  };
}

/** A relay before a platform, with nothing in its log. */
export const startRelay = (platformUrl, env = {}) =>
  startProcess('relay-process.mjs', {
    execArgv: ['--expose-gc'],
    env: {
      FOYER_PORT: '0',
      FOYER_MESSAGING_URL: platformUrl,
      FOYER_CONNECTOR_TOKEN: 'bench',
      FOYER_HOST_IDENTIFIER: '127.0.0.1',
      FOYER_ALLOWED_ORIGINS: SITE,
      FOYER_LOG_LEVEL: 'silent',
      ...env,
    },
  });

export const startPlatform = () => startProcess('platform-process.mjs');

/** What of a sorted list lies below the part. */
export const at = (sorted, part) => sorted[Math.floor(sorted.length * part)];
