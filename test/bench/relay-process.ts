import { parseConfig, startRelay } from '../../src/relay/index.ts';
import { answer } from './answer.ts';

/** No rate limits, because all calls of the benchmark come from one address. */
const limits = Object.fromEntries(
  [
    'createByAddress',
    'createByOrigin',
    'resumeByAddress',
    'sessionByAddress',
    'socketsByAddress',
    'framesBySession',
    'framesByAddress',
  ].map((name) => [name, 1e9]),
);

const config = parseConfig(process.env, { read: () => undefined });
if (!config.ok) throw new Error(JSON.stringify(config.error));
const relay = await startRelay(config.value, { limits });
answer({}, { url: relay.url });
