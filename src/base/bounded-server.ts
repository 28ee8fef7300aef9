import { createServer, type RequestListener, type Server } from 'node:http';

/** Node's own limits are generous to slow senders: 60 s for the headers, 300 s in all; and it gives slow readers for ever. */
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1_024,
};
const MAX_CONNECTIONS = 10_000;

/** A server of whom a slow or endless request holds nothing for long; `idleMs` is how long nothing may go to or fro. */
export function createBoundedServer(idleMs: number, listener?: RequestListener): Server {
  const server = createServer(LIMITS, listener);
  // All of them have to be seen to be counted; there are as many as 16 KB hold.
  server.maxHeadersCount = 0;
  server.maxConnections = MAX_CONNECTIONS;
  server.timeout = idleMs;
  return server;
}
