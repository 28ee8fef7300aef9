import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { startDeadline } from '../../../base/deadline.ts';
import { headerIssue } from '../../../base/request-headers.ts';
import { isPlainPath } from '../../../base/request-path.ts';
import { HANDSHAKE_MS, MAX_FRAME_BYTES } from '../../../protocol/limits.ts';
import { socketUrl } from '../../../protocol/relay.ts';
import type { ClientAddress } from '../../http/client-address.ts';
import { UNREACHABLE_RETRY_S } from '../../http/problem.ts';
import type { Services } from '../../services/services.ts';
import { StoreError } from '../../store/store.ts';
import { CLOSE_MS, type OpenUpstream } from '../outbound/open-socket.ts';
import { inTrace } from '../outbound/tracing.ts';
import { type AdmissionPorts, admitHandshake, type HandshakeRefusal } from './admit-handshake.ts';
import { closeOnLeave } from './close-on-leave.ts';
import { createHandshakePace } from './handshake-pace.ts';
import { createOpenConnections, type OpenConnectionsPorts } from './open-connections.ts';
import { toRequest } from './raw-handshake.ts';
import type { Refused, RefuseHandshake } from './refuse-handshake.ts';

/** Proxy mode: visitors connect to the relay, and the relay connects to the platform. */
export type SocketProxy = ReturnType<typeof createSocketProxy>;

export interface SocketProxyPorts extends AdmissionPorts, OpenConnectionsPorts, Services {
  readonly refuse: RefuseHandshake;
  readonly clientOf: ClientAddress;
  readonly openUpstream: OpenUpstream;
}

/** Clients send a message in one frame. */
const MAX_FRAGMENTS = 64;
/** Retry delay for clients that are refused because too many handshakes wait. */
const OVERLOAD_RETRY_MS = 5_000;
/** Platform statuses that are forwarded to the client. Any other status is a failure of the platform. */
const FORWARDED_STATUSES = new Set([400, 401, 403, 404, 429]);

const headerOf =
  ({ headers }: IncomingMessage) =>
  (name: string) =>
    headers[name]?.toString();

export function createSocketProxy(ports: SocketProxyPorts) {
  const { clock, refuse, log, clientOf, openUpstream } = ports;
  const connections = createOpenConnections(ports);
  const pace = createHandshakePace(clock, connections.size);
  const options = {
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_FRAME_BYTES,
    maxFragments: MAX_FRAGMENTS,
    perMessageDeflate: false,
    closeTimeout: CLOSE_MS,
  };
  const server = new WebSocketServer(options);
  /** The handshakes in progress. */
  const handshakes = new Set<AbortController>();
  let closing: Promise<void> | undefined;

  // ws refuses a handshake that violates RFC 6455. Its answer would lack our headers.
  server.on('wsClientError', (_, socket) => refuse(socket, { status: 400, kind: 'invalid' }));

  /** Opens the platform's socket at this visitor's turn. Fails at once when the visitor leaves. */
  async function openInTurn(connection: Duplex, url: string) {
    const failed = (refusal: HandshakeRefusal) => ({ kind: 'failed', refusal }) as const;
    // Closing may have begun during the check of the handshake.
    if (closing) return failed({ status: 503 });
    const handshake = new AbortController();
    const abort = () => handshake.abort();
    handshakes.add(handshake);
    connection.on('close', abort);
    const stopWatching = closeOnLeave(connection);
    try {
      if (!(await pace.wait(connection))) return failed({ status: 503, retryInMs: OVERLOAD_RETRY_MS });
      const deadline = startDeadline(clock, HANDSHAKE_MS, handshake.signal);
      const opening = await openUpstream(url, deadline.signal);
      deadline.clear();
      pace.done();
      return opening.kind === 'failed' ? failed({ status: deadline.hasExpired() ? 504 : 503 }) : opening;
    } finally {
      stopWatching();
      connection.off('close', abort);
      handshakes.delete(handshake);
    }
  }

  /** Opens the platform's socket, then answers the visitor's handshake. Returns a refusal, or undefined. */
  async function open(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    refused: Refused,
  ): Promise<HandshakeRefusal | undefined> {
    const handshake = toRequest(request);
    if (!handshake) return { status: 400, kind: 'invalid' };
    const client = clientOf({ address: request.socket.remoteAddress }, handshake);
    refused.client = client;
    refused.site = ports.sites.of(handshake)?.site.name || undefined;
    const admission = await admitHandshake(handshake, client, ports);
    if (!admission.ok) return admission.error;
    const { grant, site, cursor } = admission.value;
    const release = connections.reserve(site, grant.session_id);
    if (!release) return { status: 429, kind: 'session_sockets' };

    const opening = await openInTurn(socket, socketUrl(grant, cursor));
    release();
    if (opening.kind === 'failed') return opening.refusal;
    if (opening.kind === 'refused') {
      if (opening.status === 404) await site.sessions.markEnded(grant.session_id);
      return { status: FORWARDED_STATUSES.has(opening.status) ? opening.status : 502 };
    }
    if (closing) {
      opening.socket.terminate();
      return { status: 503 };
    }
    let isUpgraded = false;
    server.handleUpgrade(request, socket, head, (client) => {
      isUpgraded = true;
      connections.connect({ socket: client, connection: socket }, opening, grant, site);
    });
    // ws has refused the handshake itself, or the browser has disconnected.
    if (!isUpgraded) opening.socket.terminate();
    return undefined;
  }

  return {
    /** Handles an upgrade request. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      // The client may disconnect before the answer.
      socket.on('error', () => socket.destroy());
      const requestId = randomUUID();
      const refused: Refused = { requestId };
      if (closing) return refuse(socket, { status: 503 }, refused);
      const issue = headerIssue(request.rawHeaders);
      if (issue === 'too-many') return refuse(socket, { status: 431, kind: 'headers' }, refused);
      if (issue) return refuse(socket, { status: 400, kind: 'invalid' }, refused);
      if (!isPlainPath(request.url ?? '')) return refuse(socket, { status: 400, kind: 'path' }, refused);
      inTrace(headerOf(request), () => open(request, socket, head, refused)).then(
        (refusal) => {
          if (refusal && !socket.destroyed) refuse(socket, refusal, refused);
        },
        (error: unknown) => {
          if (error instanceof StoreError) {
            const retryInMs = UNREACHABLE_RETRY_S * 1_000;
            return refuse(socket, { status: 503, retryInMs }, { ...refused, reason: error.reason });
          }
          log.error({ request_id: requestId, err: error }, 'unable to open a socket; unexpected error');
          refuse(socket, { status: 500 }, refused);
        },
      );
    },
    /** Closes each socket at a random time within `inMs`; new ones may open until `close`. */
    drain: connections.drain,
    /** Closes every visitor's socket and waits up to 5 s for the connections to end. Idempotent. */
    close(): Promise<void> {
      for (const handshake of handshakes) handshake.abort();
      pace.end();
      closing ??= connections.close();
      return closing;
    },
  };
}
