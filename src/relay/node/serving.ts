import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createBoundedServer, type UnreadableStatus } from '../../base/bounded-server.ts';
import { connectionLimits } from '../../base/connection-rules.ts';
import { createConnections } from '../../base/connections.ts';
import type { RawAnswer } from '../../base/raw-answer.ts';
import { type HeaderIssue, headerIssue } from '../../base/request-headers.ts';
import { isPlainPath, pathOf } from '../../base/request-path.ts';
import type { ComposedRelay } from '../compose.ts';
import type { ServerConfig } from '../config/config.ts';
import { createConnectionNetwork } from '../http/client-address.ts';
import { isHealthCheck, isRelayPath, type Side } from '../http/listeners.ts';
import { codeOf, type Failure } from '../http/problem.ts';
import { guardStreaming } from '../http/streaming-response.ts';
import { createDropReport } from './connection-limit.ts';

const HEADER_FAILURES = {
  'too-many': { failed: 'headers-too-large' },
  'several-hosts': { failed: 'invalid-request', errors: [{ field: 'Host', message: 'expected one' }] },
  'no-host': { failed: 'invalid-request', errors: [{ field: 'Host', message: 'is required' }] },
} as const satisfies Record<HeaderIssue, Failure>;

/** Failures of malformed requests. */
const UNREADABLE = {
  400: { failed: 'invalid-request', errors: [] },
  408: { failed: 'request-timeout' },
  413: { failed: 'body-too-large' },
  431: { failed: 'headers-too-large' },
} as const satisfies Record<UnreadableStatus, Failure>;

/** Longer than the slowest answer, a debug chat (60 s). WebSockets have their own deadlines. */
const IDLE_MS = 70_000;

/** Interval between checks of unfinished headers. At most about 64 MB of them arrive in it. */
const BOUND_HEADERS_MS = 500;

/** A relay for Node servers. */
export interface Serving {
  /**
   * Answers a request of a Node server. Refuses ambiguous headers and paths (S-55, S-105), as they were sent.
   * @param next called for other paths than the relay's; without it the relay answers every path
   */
  listener(incoming: IncomingMessage, outgoing: ServerResponse, next?: () => void): void;
  /**
   * Creates a server with the relay's limits on headers, time and connections. A listener alone cannot set them.
   * @param listener default: the relay's own
   */
  createServer(listener?: RequestListener): Server;
}

/** The same, with additional functions for the relay's own servers. */
export interface OwnServing extends Serving {
  /** Exempts an upgraded connection from the limits of idle connections. */
  upgraded(socket: Socket): void;
  /** Closes idle connections now, and all others after their answers. */
  finish(): void;
}

/** Load balancers probe with HTTP/1.0 without a Host. Only probes may omit it. HTTP/2 uses another name. */
const needsNoHost = ({ httpVersion, httpVersionMajor, url = '' }: IncomingMessage): boolean =>
  httpVersionMajor > 1 || (httpVersion === '1.0' && isHealthCheck(pathOf(url)));

async function rawAnswerOf(answer: Response): Promise<RawAnswer> {
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: await answer.text(),
  };
}

async function writeAnswer(outgoing: ServerResponse, answer: Response): Promise<void> {
  // The rest of a refused request is not read. HTTP/2 does not need this header.
  const connection = outgoing.req.httpVersionMajor === 1 ? { Connection: 'close' } : {};
  outgoing.writeHead(answer.status, { ...Object.fromEntries(answer.headers), ...connection });
  outgoing.end(await answer.text());
}

/** Serves the requests of one side. */
export function createServing(
  relay: ComposedRelay,
  { maxConnections, trustedProxies }: Pick<ServerConfig, 'maxConnections' | 'trustedProxies'>,
  side: Side,
): OwnServing {
  const { log, metrics } = relay;
  const connections = createConnections({
    limits: connectionLimits(maxConnections),
    networkOf: createConnectionNetwork(trustedProxies),
    onClose: (reason) => metrics.refused(reason === 'idle' ? 'idle_connections' : 'unread_answers'),
  });
  const count = (failure: Failure) => metrics.failed({ failed: failure.failed, code: codeOf(failure) });
  function refuse(failure: Failure): Response {
    count(failure);
    return relay.refuse(failure);
  }
  const answer = getRequestListener(
    async (request, { incoming, outgoing }) => {
      const response = await relay.fetch(request, { address: incoming.socket.remoteAddress }, side);
      // After a refused body the connection cannot be reused, except with HTTP/2.
      if (!incoming.complete && incoming.httpVersionMajor === 1) response.headers.set('Connection', 'close');
      return guardStreaming(response, (error) => {
        log.warn({ reason: error instanceof Error ? error.name : 'unknown' }, 'answer incomplete');
        outgoing.destroy();
      });
    },
    {
      overrideGlobalObjects: false,
      // For probes without a Host; they do not use it.
      hostname: 'localhost',
      // It would read the rest of a refused body for half a second (S-100).
      autoCleanupIncoming: false,
      errorHandler: () => refuse({ failed: 'invalid-request', errors: [] }),
    },
  );

  function listener(incoming: IncomingMessage, outgoing: ServerResponse, next?: () => void): void {
    const { url = '', rawHeaders } = incoming;
    if (next && !isRelayPath(side, pathOf(url))) return next();
    const issue = headerIssue(rawHeaders);
    if (issue && !(issue === 'no-host' && needsNoHost(incoming)))
      void writeAnswer(outgoing, refuse(HEADER_FAILURES[issue]));
    // S-105: before the conversion to a `Request`, because that resolves dot segments.
    else if (!isPlainPath(url)) void writeAnswer(outgoing, refuse({ failed: 'unclear-path' }));
    else void answer(incoming, outgoing);
  }

  /** Created once: thousands of silent connections may time out together (S-109). */
  let timedOut: Promise<RawAnswer> | undefined;
  function timeout(): Promise<RawAnswer> {
    count(UNREADABLE[408]);
    timedOut ??= rawAnswerOf(relay.refuse(UNREADABLE[408]));
    return timedOut;
  }

  return {
    listener: (incoming, outgoing, next) =>
      connections.request(incoming, outgoing, () => listener(incoming, outgoing, next)),
    createServer(own = listener) {
      const server = createBoundedServer({
        idleMs: IDLE_MS,
        maxConnections,
        refuse: (status) => (status === 408 ? timeout() : rawAnswerOf(refuse(UNREADABLE[status]))),
        listener: (incoming, outgoing) =>
          connections.request(incoming, outgoing, () => own(incoming, outgoing)),
      });
      server.on('connection', connections.add);
      const bounding = setInterval(connections.boundHeaders, BOUND_HEADERS_MS).unref();
      server.on('close', () => clearInterval(bounding));
      server.on('drop', createDropReport(maxConnections, relay));
      let isFollowed = false;
      // Added on demand: with such a listener Node no longer treats handshakes as plain requests.
      server.on('newListener', (event) => {
        if (event !== 'upgrade' || isFollowed) return;
        isFollowed = true;
        server.on('upgrade', ({ socket }) => connections.upgrade(socket));
      });
      return server;
    },
    upgraded: connections.upgrade,
    finish: connections.finish,
  };
}
