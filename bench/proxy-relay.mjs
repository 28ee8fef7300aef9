// A relay that carries the sockets, in a process of its own: says where it listens, and how much it holds when it is asked.
import { parseConfig, startRelay } from '../dist/node/relay.js';

const config = parseConfig(process.env, { read: () => undefined });
if (!config.ok) throw new Error(JSON.stringify(config.error));
const relay = await startRelay(config.value);
process.send({ url: relay.url });
process.on('message', async () => {
  // Twice: what the first frees may hold what the second can.
  for (let nth = 0; nth < 2; nth++) {
    globalThis.gc();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send({ used: heapUsed + external, rss });
});
process.on('disconnect', () => process.exit());
