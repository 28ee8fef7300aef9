import { describeIssue, parseConfig, startRelay } from '../../../src/relay/index.ts';

// The process of `measured-relay.ts`: tells its address, and how much memory it had when it is asked.
const config = parseConfig(process.env, { read: () => undefined });
if (!config.ok) throw new Error(config.error.map(describeIssue).join('; '));
const relay = await startRelay(config.value);
process.on('message', () => process.send?.(process.resourceUsage().maxRSS));
process.send?.(relay.url);
