import { describeIssue, parseConfig, startRelay } from '../../../src/relay/index.ts';
import { countStrings } from './heap.ts';

// The process of `measured-relay.ts`: tells its address, and then the figure that it is asked for.
const config = parseConfig(process.env, { read: () => undefined });
if (!config.ok) throw new Error(config.error.map(describeIssue).join('; '));
const relay = await startRelay(config.value);
process.on('message', async (asked) => {
  if (asked === 'memory') return process.send?.(process.resourceUsage().maxRSS);
  process.send?.(await countStrings(/said-[\da-f]{12}/g));
});
process.send?.(relay.url);
