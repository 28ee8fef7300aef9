// Runs a relay in a separate process, configured by the environment, and prints its address. Plain JavaScript, so that Node can run it.
import { fileURLToPath } from 'node:url';
import { load } from '../../support/load.mjs';

const relay = await load(fileURLToPath(new URL('../../../src/relay/index.ts', import.meta.url)));
const config = relay.parseConfig(process.env, { read: () => undefined });
if (!config.ok) throw new Error(config.error.map(relay.describeIssue).join('; '));
const { url } = await relay.startRelay(config.value);
process.stdout.write(`${url}\n`);
