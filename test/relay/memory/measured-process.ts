import { readFileSync } from 'node:fs';
import { describeIssue, parseConfig, startRelay } from '../../../src/relay/index.ts';
import { countStrings } from './heap.ts';

/**
 * The most memory that this process had, in KB. `maxRSS` may be that of the process that started this one: Linux hands its peak
 * over at the fork.
 */
function peakKb(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}

// The process of `measured-relay.ts`: tells its address, and then the figure that it is asked for.
const config = parseConfig(process.env, { read: () => undefined });
if (!config.ok) throw new Error(config.error.map(describeIssue).join('; '));
const relay = await startRelay(config.value);
process.on('message', async (asked) => {
  if (asked === 'memory') return process.send?.(peakKb());
  process.send?.(await countStrings(/said-[\da-f]{12}/g));
});
process.send?.(relay.url);
