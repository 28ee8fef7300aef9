// A relay in a process of its own, configured by its environment; prints its address. Plain JavaScript, as Node runs it.
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

const path = fileURLToPath(new URL('../../../src/relay/index.ts', import.meta.url));
const { module } = await runnerImport(path, { configFile: false, logLevel: 'error' });
const config = module.parseConfig(process.env, { read: () => undefined });
if (!config.ok) throw new Error(config.error.map(module.describeFault).join('; '));
const relay = await module.startRelay(config.value);
process.stdout.write(`${relay.url}\n`);
