import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { type RawAnswer, writeRawAnswer } from './raw-answer.ts';
import { SECURITY_HEADERS } from './security-headers.ts';

/** Stricter than Node's defaults: 60 s for the headers, 300 s for the request and no limit for reading the response. */
export const REQUEST_LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  // A relay below the domain of a site gets all of its cookies. nginx passes 32 KB.
  maxHeaderSize: 64 * 1_024,
  // Node would answer without our headers. `headerIssue` refuses such a request.
  requireHostHeader: false,
};
const MAX_CONNECTIONS = 10_000;

/** Status for an unreadable request. */
export type UnreadableStatus = 400 | 408 | 413 | 431;

/** Node's error codes of requests that it cannot read. All others mean 400. */
const STATUSES: Readonly<Record<string, UnreadableStatus>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

interface BoundedServerOptions {
  /** A socket without traffic for this time is closed. */
  readonly idleMs: number;
  /** Connections above this number are dropped; default: 10,000. Upgraded ones count. */
  readonly maxConnections?: number;
  /** Answers a request that Node cannot read; default: the status and the security headers. */
  readonly refuse?: (status: UnreadableStatus) => RawAnswer | Promise<RawAnswer>;
  readonly listener?: RequestListener;
}

const bareRefusal = (status: UnreadableStatus): RawAnswer => ({ status, headers: SECURITY_HEADERS });

/** Creates a server that limits slow and endless requests, and answers unreadable ones with security headers (S-60). */
export function createBoundedServer({
  idleMs,
  maxConnections = MAX_CONNECTIONS,
  listener,
  refuse = bareRefusal,
}: BoundedServerOptions): Server {
  const server = createServer(REQUEST_LIMITS, listener);
  // Node must not drop headers silently: they are counted in `headerIssue`. `maxHeaderSize` limits them to 64 KB.
  server.maxHeadersCount = 0;
  server.maxConnections = maxConnections;
  server.timeout = idleMs;
  // Node's default of 5 s is shorter than a load balancer's: it would send requests on connections that are being closed.
  server.keepAliveTimeout = idleMs;

  const responses = new WeakMap<Duplex, ServerResponse>();
  server.prependListener('request', (request, response) => responses.set(request.socket, response));
  server.on('clientError', async (error: NodeJS.ErrnoException, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    const response = responses.get(socket);
    // An answer that has begun cannot be replaced.
    const isAnswering = response?.headersSent === true && !response.writableFinished;
    if (error.code === 'ECONNRESET' || !socket.writable || isAnswering) return void socket.destroy(error);
    writeRawAnswer(socket, await refuse(STATUSES[error.code ?? ''] ?? 400));
  });
  // Node would answer an unknown `Expect` with 417 itself. RFC 9110 §10.1.1 permits ignoring it.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  return server;
}
