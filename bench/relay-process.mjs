// A relay in a process of its own: says where it listens, and how much it holds when it is asked.
import { readFileSync } from 'node:fs';
import { parseConfig, startRelay } from '../dist/node/relay.js';

/** All of the bench comes from one address. */
const limits = Object.fromEntries(
  ['createByAddress', 'createByOrigin', 'resumeByAddress', 'sessionByAddress'].map((name) => [name, 1e9]),
);

/** The most that was resident at once since it was last asked, in bytes; undefined where the system does not tell. */
function peak() {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1_024;
  } catch {
    return undefined;
  }
}

const config = parseConfig(process.env, { read: () => undefined });
if (!config.ok) throw new Error(JSON.stringify(config.error));
const relay = await startRelay(config.value, { limits });
process.send({ url: relay.url });
process.on('message', async () => {
  // Twice: what the first frees may hold what the second can.
  for (let nth = 0; nth < 2; nth++) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send({ used: heapUsed + external, rss, peak: peak() });
});
process.on('disconnect', () => process.exit());
