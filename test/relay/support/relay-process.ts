// Runs a relay in a separate process, configured by the environment, and prints its address.
import { describeIssue, parseConfig, startRelay } from '../../../src/relay/index.ts';

const config = parseConfig(process.env, { read: () => undefined });
if (!config.ok) throw new Error(config.error.map(describeIssue).join('; '));
const { url } = await startRelay(config.value);
process.stdout.write(`${url}\n`);
