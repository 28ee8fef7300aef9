import { type Clock, systemClock } from '../../base/clock.ts';
import type { Result } from '../../base/result.ts';
import type { Lookup } from '../admin/api/public-url.ts';
import { composeRelay } from '../compose.ts';
import type { RelayConfig } from '../config/config.ts';
import type { ConfigIssue } from '../config/sources.ts';
import type { Peer } from '../http/client-address.ts';
import { type Side, sideOf } from '../http/listeners.ts';
import { BODY_BUDGET_BYTES, createBodyReader } from '../http/read-body.ts';
import type { LogSink } from '../log/log.ts';
import { contentWith } from '../pages/content.ts';
import type { Folder } from '../pages/folder.ts';
import { knownSecrets } from '../services/known-secrets.ts';
import { createMemoryStore } from '../store/memory.ts';
import { openSealedStore } from '../store/sealed-store.ts';
import type { Store } from '../store/store.ts';
import type { Connect } from '../upstream/handshake.ts';
import { createPortableLog } from './log.ts';
import { NO_METRICS } from './metrics.ts';
import { connectBy, postBy } from './upstream.ts';

export { describeIssue, type RelayConfig } from '../config/config.ts';
export { parseConfig } from '../config/parse-config.ts';
export type { ConfigIssue } from '../config/sources.ts';
export type { Side } from '../http/listeners.ts';
export type { Folder } from '../pages/folder.ts';
export type { Store } from '../store/store.ts';

/** Dependencies of a relay outside of Node; each has a default. */
export interface PortablePorts {
  readonly clock: Clock;
  readonly fetch: typeof globalThis.fetch;
  /** Receives one JSON line for each record; default: the console. */
  readonly log: LogSink;
  /** Default: the memory of this instance. Instances that serve the same visitors need a shared store. */
  readonly store: Store;
  /** Tries a handshake with the platform. */
  readonly connect: Connect;
  /** Resolves the hosts of webhook endpoints; default: names are not resolved. */
  readonly lookup: Lookup;
  /** The browser files of the package, `dist/browser`; default: none, because another server delivers them. */
  readonly browser: Folder;
  /** Requests to answer; all others get 404. Default: all, or with `FOYER_ADMIN_LISTEN` those from visitors. */
  readonly side: Side;
}

/** A relay as a function from request to response. Browsers connect their sockets to the platform. */
export interface PortableRelay {
  /** Never rejects. Without the peer's address all visitors share one rate limit. */
  fetch(request: Request, peer?: Peer): Promise<Response>;
  /** As in `Relay`. */
  reconfigure(parsed: Result<RelayConfig, readonly ConfigIssue[]>): Promise<void>;
  /** Aborts all calls to the platform that are in progress. Idempotent. */
  close(): Promise<void>;
}

const NO_FILES: Folder = { read: async () => undefined };
const consoleSink: LogSink = {
  // biome-ignore lint/suspicious/noConsole: the log of a runtime without a standard output.
  write: (line) => console.log(line.trimEnd()),
};

/** Settings of features that need Node. */
const nodeOnlySettings = (config: RelayConfig, hasStore: boolean): readonly string[] =>
  [
    config.socket === 'proxy' && 'FOYER_SOCKET=proxy',
    config.storeUrl !== 'memory:' && !hasStore && 'FOYER_STORE_URL',
    config.auditFile !== undefined && 'FOYER_AUDIT_FILE',
    config.certificates.ca !== undefined && 'FOYER_CA_FILE',
    config.certificates.client !== undefined && 'FOYER_CLIENT_CERT_FILE',
    config.oidc !== undefined && 'FOYER_OIDC_ISSUER',
    config.mcpChanges && 'FOYER_MCP_CHANGES',
  ].filter((name) => name !== false);

/**
 * Creates a relay from web standards only: `fetch`, streams, WebCrypto and timers. It serves visitors, the admin API and
 * webhooks; it has no console, no assistants, no metrics and no rollups. Throws an error that names the settings that need Node.
 */
export function createRelay(config: RelayConfig, ports: Partial<PortablePorts> = {}): PortableRelay {
  const missing = nodeOnlySettings(config, ports.store !== undefined);
  if (missing.length > 0) throw new Error(`only a relay on Node has ${missing.join(', ')}; leave it out`);
  const {
    clock = systemClock(),
    connect,
    lookup = async () => [],
    browser = NO_FILES,
    side = sideOf(config),
  } = ports;
  // Some runtimes require their own `this`.
  const fetch: typeof globalThis.fetch = ports.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const closing = new AbortController();
  const ending = new AbortController();
  const { secrets, hide } = knownSecrets(config);
  const log = createPortableLog({
    level: config.logLevel,
    sink: ports.log ?? consoleSink,
    clock,
    secrets,
  });
  const store = openSealedStore(ports.store ?? createMemoryStore(clock), config.storeKeys, log);
  // The server in front compresses answers.
  const plain = contentWith({ br: async (bytes) => bytes, gzip: async (bytes) => bytes });
  const withoutInsights = { ...config, insights: false };
  const relay = composeRelay(withoutInsights, {
    services: {
      config: withoutInsights,
      clock,
      fetch,
      log,
      hide,
      metrics: NO_METRICS,
      store,
      auditTrail: undefined,
      readBody: createBodyReader(BODY_BUDGET_BYTES, clock),
      createContent: (content, headers) => plain(content, headers, false),
      describeSpan() {},
      stop: closing.signal,
      ending: ending.signal,
    },
    closing,
    ending,
    post: postBy(fetch),
    connect: connect ?? connectBy(fetch),
    lookup,
    folders: { browser, console: NO_FILES },
    limits: undefined,
    inTrace: (_, work) => work(),
    // Its library would be half of the bundle.
    loadMcp: undefined,
    carry: undefined,
  });
  return {
    fetch: (request, peer) => relay.fetch(request, peer, side),
    reconfigure: relay.reconfigure,
    close: relay.close,
  };
}
