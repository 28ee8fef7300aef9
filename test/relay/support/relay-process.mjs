// Runs a relay in a separate process, configured by the environment, and prints its address. Plain JavaScript, so that Node can run it.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const path = fileURLToPath(new URL('../../../src/relay/index.ts', import.meta.url));
const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
const config = module.parseConfig(process.env, { read: () => undefined });
if (!config.ok) throw new Error(config.error.map(module.describeIssue).join('; '));
const relay = await module.startRelay(config.value);
process.stdout.write(`${relay.url}\n`);
