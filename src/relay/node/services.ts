import { setMaxListeners } from 'node:events';
import { type Clock, systemClock } from '../../base/clock.ts';
import type { RelayConfig } from '../config/config.ts';
import { BODY_BUDGET_BYTES, createBodyReader } from '../http/read-body.ts';
import type { LogSink } from '../log/log.ts';
import { contentWith } from '../pages/content.ts';
import { type AuditTrail, createAuditTrail } from '../services/audit-trail.ts';
import { knownSecrets } from '../services/known-secrets.ts';
import type { Services } from '../services/services.ts';
import { openSealedStore } from '../store/sealed-store.ts';
import type { Store } from '../store/store.ts';
import { openAuditFile } from './audit-file.ts';
import { ENCODERS } from './encoders.ts';
import { createLog } from './log.ts';
import { createMetrics } from './metrics.ts';
import { openStore } from './open-store.ts';
import { describeSpan, tracedFetch } from './outbound/tracing.ts';

export interface ServicesPorts {
  readonly clock: Clock;
  /** For the platform's REST interface. */
  readonly fetch: typeof globalThis.fetch;
  /** Receives one JSON line for each record; default: standard output. */
  readonly log: LogSink;
  /** Default: the store of `FOYER_STORE_URL`. */
  readonly store: Store;
}

/** Relays of one process serve the same files, which are compressed once. */
const createContent = contentWith(ENCODERS);

function openTrail(path: string | undefined): AuditTrail | undefined {
  try {
    return path === undefined ? undefined : createAuditTrail(openAuditFile(path));
  } catch (error) {
    const { code } = error as { code?: unknown };
    throw new Error(`FOYER_AUDIT_FILE cannot be written; ${code}`, { cause: error });
  }
}

/** Creates the services of a relay. */
export function openServices(
  config: RelayConfig,
  ports: Partial<ServicesPorts>,
  { stop, ending }: Pick<Services, 'stop' | 'ending'>,
): Services {
  const { clock = systemClock(), fetch = globalThis.fetch } = ports;
  const auditTrail = openTrail(config.auditFile);
  const { secrets, hide } = knownSecrets(config);
  const log = createLog({
    level: config.logLevel,
    sink: ports.log ?? process.stdout,
    clock,
    secrets,
  });
  const metrics = createMetrics();
  const opened = ports.store ?? openStore(config, clock, log, metrics.storeFailed);
  const store = openSealedStore(opened, config.storeKeys, log);
  // Each call or stream in progress has one listener. Many of them are not a leak.
  setMaxListeners(0, stop, ending);
  const readBody = createBodyReader(BODY_BUDGET_BYTES, clock);
  return {
    config,
    clock,
    fetch: tracedFetch(fetch),
    log,
    metrics,
    store,
    auditTrail,
    readBody,
    createContent,
    describeSpan,
    stop,
    ending,
    hide,
  };
}
