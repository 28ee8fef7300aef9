import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { headerIssue } from '../../../base/request-headers.ts';
import { isPlainPath } from '../../../base/request-path.ts';
import { MAX_FRAME_BYTES } from '../../../protocol/limits.ts';
import type { ClientAddress } from '../../http/client-address.ts';
import { UNREACHABLE_RETRY_S } from '../../http/problem.ts';
import type { Services } from '../../services/services.ts';
import { StoreError } from '../../store/store.ts';
import { CLOSE_MS } from '../outbound/open-socket.ts';
import { inTrace } from '../outbound/tracing.ts';
import { type AdmissionPorts, admitHandshake, type HandshakeRefusal } from './admit-handshake.ts';
import type { OpenConnections } from './open-connections.ts';
import type { PlatformOpener } from './open-platform.ts';
import { toRequest } from './raw-handshake.ts';
import type { Refused, RefuseHandshake } from './refuse-handshake.ts';
import { socketSide } from './visitor-side.ts';

/**
 * Closes a connection when its client ends it. Before the handshake is answered nobody reads the connection, so nobody else would
 * notice. Returns a function that stops this.
 */
function closeOnLeave(connection: Duplex): () => void {
  // Reads nothing, but Node reports the end only to a reader.
  const look = () => void connection.read(0);
  const leave = () => void connection.destroy();
  connection.on('readable', look).on('end', leave);
  return () => void connection.off('readable', look).off('end', leave);
}

export type SocketProxy = ReturnType<typeof createSocketProxy>;

export interface SocketProxyPorts extends AdmissionPorts, Pick<Services, 'log'> {
  readonly refuse: RefuseHandshake;
  readonly clientOf: ClientAddress;
  readonly connections: OpenConnections;
  readonly platform: PlatformOpener;
}

/** Clients send a message in one frame. */
const MAX_FRAGMENTS = 64;
const headerOf =
  ({ headers }: IncomingMessage) =>
  (name: string) =>
    headers[name]?.toString();

/** Visitors connect to the relay, and the relay connects to the platform. */
export function createSocketProxy(ports: SocketProxyPorts) {
  const { refuse, log, clientOf, connections, platform } = ports;
  const options = {
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_FRAME_BYTES,
    maxFragments: MAX_FRAGMENTS,
    perMessageDeflate: false,
    closeTimeout: CLOSE_MS,
  };
  const server = new WebSocketServer(options);
  let isClosing = false;

  // ws refuses a handshake that violates RFC 6455. Its answer would lack our headers.
  server.on('wsClientError', (_, socket) => refuse(socket, { status: 400, kind: 'invalid' }));

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
    const leaving = new AbortController();
    const leave = () => leaving.abort();
    socket.on('close', leave);
    const stopWatching = closeOnLeave(socket);
    const opening = await platform.open(admission.value, leaving.signal);
    stopWatching();
    socket.off('close', leave);
    if (!opening.ok) return opening.error;
    const { grant, site } = admission.value;
    let isUpgraded = false;
    server.handleUpgrade(request, socket, head, (client) => {
      isUpgraded = true;
      connections.connect(socketSide(client, socket), opening.value, grant, site);
    });
    // ws has refused the handshake itself, or the browser has disconnected.
    if (!isUpgraded) opening.value.socket.terminate();
    return undefined;
  }

  return {
    /** Handles an upgrade request. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
      // The client may disconnect before the answer.
      socket.on('error', () => socket.destroy());
      const requestId = randomUUID();
      const refused: Refused = { requestId };
      if (isClosing) return refuse(socket, { status: 503 }, refused);
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
    /** Refuses new handshakes. */
    end(): void {
      isClosing = true;
    },
  };
}
