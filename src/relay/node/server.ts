import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createBoundedServer, type UnreadableStatus } from '../../base/bounded-server.ts';
import type { RawAnswer } from '../../base/raw-answer.ts';
import { type HeaderIssue, headerIssue } from '../../base/request-headers.ts';
import { isPlainPath } from '../../base/request-path.ts';
import { createSilentConnections } from '../../base/silent-connections.ts';
import type { RelayConfig } from '../config/config.ts';
import type { ListenAddress } from '../config/values.ts';
import { codeOf, type Failure } from '../problem.ts';
import { createRelayCore, type Relay, type RelayPorts } from '../relay.ts';
import type { Side } from '../sides.ts';
import { StoreError } from '../store/store.ts';
import { guardStreaming } from '../streaming-response.ts';
import { createDropReport } from './connection-limit.ts';

const HEADER_FAILURES = {
  'too-many': { failed: 'headers-too-large' },
  'several-hosts': { failed: 'invalid-request', errors: [{ field: 'Host', message: 'expected one' }] },
  'no-host': { failed: 'invalid-request', errors: [{ field: 'Host', message: 'is required' }] },
} as const satisfies Record<HeaderIssue, Failure>;

/** Failures of requests that Node cannot read. */
const UNREADABLE = {
  400: { failed: 'invalid-request', errors: [] },
  408: { failed: 'request-timeout' },
  413: { failed: 'body-too-large' },
  431: { failed: 'headers-too-large' },
} as const satisfies Record<UnreadableStatus, Failure>;

/** A relay that listens on a port. */
export interface RunningRelay {
  /** URL to reach it from this machine, without a trailing slash. */
  readonly url: string;
  /** The same for the admin side; undefined when it has no listener of its own. */
  readonly adminUrl: string | undefined;
  /** As in `Relay`. */
  reconfigure: Relay['reconfigure'];
  /** As in `Relay`. */
  drain(): Promise<void>;
  /** Accepts no new requests, waits up to 5 s for those in progress, then closes. Idempotent. */
  close(): Promise<void>;
}

/** Longer than the slowest answer, that of a debug chat (60 s). WebSockets have deadlines of their own. */
const IDLE_MS = 70_000;
const GRACE_MS = 5_000;
/** Connections without a request, of one address. A proxy has fewer, and so have the visitors behind one. */
const MAX_SILENT = 256;

/** HTTP/1.0 has no Host, and balancers probe with it. No other route does without. */
const isPlainProbe = ({ httpVersion, url = '' }: IncomingMessage): boolean =>
  httpVersion === '1.0' && /^\/(healthz|readyz)(\?|$)/.test(url);

/** The URL to print. The wildcard addresses 0.0.0.0 and :: cannot be opened, so loopback replaces them. */
function urlOf({ address, family, port }: AddressInfo): string {
  const host = address === '0.0.0.0' ? '127.0.0.1' : address === '::' ? '::1' : address;
  return `http://${family === 'IPv6' ? `[${host}]` : host}:${port}`;
}

const urlOfServer = (server: Server): string => urlOf(server.address() as AddressInfo);

const listenOn = (server: Server, { listen, port }: ListenAddress) =>
  once(server.listen(port, listen), 'listening');

const closed = (server: Server): Promise<void> => new Promise((resolve) => server.close(() => resolve()));

async function rawAnswerOf(answer: Response): Promise<RawAnswer> {
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: await answer.text(),
  };
}

async function writeAnswer(outgoing: ServerResponse, answer: Response): Promise<void> {
  // The rest of a refused request is not read.
  outgoing.writeHead(answer.status, { ...Object.fromEntries(answer.headers), Connection: 'close' });
  outgoing.end(await answer.text());
}

/**
 * Starts a relay. Rejects with Node's error and its `code` when it cannot listen on the port, and with a plain error when the
 * store is unavailable.
 */
export async function startRelay(
  config: RelayConfig,
  ports: Partial<RelayPorts> = {},
): Promise<RunningRelay> {
  const relay = createRelayCore(config, ports);
  try {
    await relay.store.check();
  } catch (error) {
    await relay.close();
    const reason = error instanceof StoreError ? error.reason : String(error);
    throw new Error(`the store of FOYER_STORE_URL is unreachable; ${reason}`, { cause: error });
  }
  const count = (failure: Failure) => relay.metrics.failed({ failed: failure.failed, code: codeOf(failure) });
  function refuse(failure: Failure): Response {
    count(failure);
    return relay.refuse(failure);
  }
  const listenerFor = (side: Side) =>
    getRequestListener(
      async (request, { incoming, outgoing }) => {
        const response = await relay.fetch(request, { address: incoming.socket.remoteAddress }, side);
        // A connection whose body was refused cannot be used again.
        if (!incoming.complete) response.headers.set('Connection', 'close');
        return guardStreaming(response, (error) => {
          relay.log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'answer incomplete');
          outgoing.destroy();
        });
      },
      {
        overrideGlobalObjects: false,
        // For probes without a Host. Nothing of theirs depends on it.
        hostname: 'localhost',
        // Would read the rest of a refused body for half a second (S-100).
        autoCleanupIncoming: false,
        errorHandler: () => refuse({ failed: 'invalid-request', errors: [] }),
      },
    );
  const silent = createSilentConnections(MAX_SILENT, () => relay.metrics.refused('silent_connections'));
  /** Made once: thousands of silent connections may time out together (S-109). */
  let timedOut: Promise<RawAnswer> | undefined;
  function timeout(): Promise<RawAnswer> {
    count(UNREADABLE[408]);
    timedOut ??= rawAnswerOf(relay.refuse(UNREADABLE[408]));
    return timedOut;
  }
  const reportDrop = createDropReport(config.maxConnections, relay);
  let closing: Promise<void> | undefined;
  const createServer = (side: Side) => {
    const listener = listenerFor(side);
    const server = createBoundedServer({
      idleMs: IDLE_MS,
      maxConnections: config.maxConnections,
      refuse: (status) => (status === 408 ? timeout() : rawAnswerOf(refuse(UNREADABLE[status]))),
      listener(incoming, outgoing) {
        silent.delete(incoming.socket);
        // Node would keep the connection for another request, such as that of an event stream which has just ended.
        outgoing.once('close', () => closing && incoming.socket.destroySoon());
        const issue = headerIssue(incoming.rawHeaders);
        if (issue && !(issue === 'no-host' && isPlainProbe(incoming)))
          void writeAnswer(outgoing, refuse(HEADER_FAILURES[issue]));
        // S-105: here, because converting to a `Request` resolves dot segments.
        else if (!isPlainPath(incoming.url ?? ''))
          void writeAnswer(outgoing, refuse({ failed: 'unclear-path' }));
        else void listener(incoming, outgoing);
      },
    });
    server.on('connection', silent.add);
    server.on('drop', reportDrop);
    return server;
  };
  const { adminListen } = config;
  const server = createServer(adminListen ? 'public' : 'all');
  const adminServer = adminListen && createServer('admin');
  const servers = adminServer ? [server, adminServer] : [server];
  // In direct mode Node answers handshakes as plain requests.
  if (config.socket === 'proxy')
    server.on('upgrade', (request, socket, head) => {
      silent.delete(request.socket);
      relay.upgrade(request, socket, head);
    });
  try {
    await listenOn(server, config);
    if (adminServer && adminListen) await listenOn(adminServer, adminListen);
  } catch (error) {
    server.close();
    await relay.close();
    throw error;
  }

  const url = urlOfServer(server);
  const adminUrl = adminServer && urlOfServer(adminServer);
  relay.log.info({ url, admin_url: adminUrl }, 'listening');
  relay.begin();

  async function close(): Promise<void> {
    const allClosed = servers.map(closed);
    const finished = relay.finish();
    for (const each of servers) each.closeIdleConnections();
    silent.destroyAll();
    const cancel = relay.clock.after(GRACE_MS, () => {
      for (const each of servers) each.closeAllConnections();
    });
    await Promise.all([...allClosed, finished]);
    cancel();
    await relay.close();
    relay.log.info('closed');
  }

  return {
    url,
    adminUrl,
    reconfigure: relay.reconfigure,
    drain: relay.drain,
    close() {
      closing ??= close();
      return closing;
    },
  };
}
