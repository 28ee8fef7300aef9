import { setMaxListeners } from 'node:events';
import { type Clock, systemClock } from '../base/clock.ts';
import { type RelayConfig, secretsOf } from './config/config.ts';
import { createLog, type LogSink } from './log.ts';
import { createMetrics } from './node/metrics.ts';
import { openStore } from './node/open-store.ts';
import { createBodyReader } from './read-body.ts';
import type { Store } from './store/store.ts';

export interface FoundationPorts {
  readonly clock: Clock;
  /** For the platform's REST interface. */
  readonly fetch: typeof globalThis.fetch;
  /** Receives one JSON line for each record; default: standard output. */
  readonly log: LogSink;
  /** Default: the store of `FOYER_STORE_URL`. */
  readonly store: Store;
}

interface Signals {
  /** Aborted when the relay closes. */
  readonly stop: AbortSignal;
  /** Aborted when the relay is about to close. */
  readonly ending: AbortSignal;
}

/** S-101: memory for the unfinished bodies of strangers. */
const BODY_BUDGET_BYTES = 8 * 1024 * 1024;

/** The parts of a relay that all others build on. */
export type Foundation = Readonly<ReturnType<typeof openFoundation>>;

/** Makes the log, the metrics and the store of a relay. */
export function openFoundation(
  config: RelayConfig,
  ports: Partial<FoundationPorts>,
  { stop, ending }: Signals,
) {
  const { clock = systemClock(), fetch = globalThis.fetch } = ports;
  const log = createLog({
    level: config.logLevel,
    sink: ports.log ?? process.stdout,
    clock,
    secrets: secretsOf(config),
  });
  const metrics = createMetrics(clock);
  const store = ports.store ?? openStore(config.storeUrl, clock, log, metrics.storeFailed);
  // One listener for each call or stream in progress: many of them are not a leak.
  setMaxListeners(0, stop, ending);
  const readBody = createBodyReader(BODY_BUDGET_BYTES);
  return { config, clock, fetch, log, metrics, store, readBody, stop, ending };
}
