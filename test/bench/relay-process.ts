// Relay process: reports its URL and, on request, its memory.
import { readFileSync } from 'node:fs';
import { parseConfig, startRelay } from '../../src/relay/index.ts';
import type { Memory } from './relay.ts';

/** No rate limits, because all calls of the benchmark come from one address. */
const limits = Object.fromEntries(
  ['createByAddress', 'createByOrigin', 'resumeByAddress', 'sessionByAddress', 'socketsByAddress'].map(
    (name) => [name, 1e9],
  ),
);

/** Peak resident memory in bytes; NaN where the system does not report it. */
function peak(): number {
  try {
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1_024;
  } catch {
    return Number.NaN;
  }
}

const config = parseConfig(process.env, { read: () => undefined });
if (!config.ok) throw new Error(JSON.stringify(config.error));
const relay = await startRelay(config.value, { limits });
process.send?.({ url: relay.url });
process.on('message', async () => {
  // Twice, because the first collection may release objects that hold others.
  for (let index = 0; index < 2; index++) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  const resources: Record<string, number> = {};
  for (const name of process.getActiveResourcesInfo()) resources[name] = (resources[name] ?? 0) + 1;
  process.send?.({ used: heapUsed + external, rss, peak: peak(), resources } satisfies Memory);
});
process.on('disconnect', () => process.exit());
