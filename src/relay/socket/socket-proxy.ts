import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { startDeadline } from '../../base/deadline.ts';
import { headerIssue } from '../../base/request-headers.ts';
import { isPlainPath } from '../../base/request-path.ts';
import type { DialectMemory } from '../../platform/index.ts';
import { HANDSHAKE_MS, MAX_CONNECTIONS, MAX_FRAME_BYTES } from '../../protocol/limits.ts';
import { socketUrl } from '../../protocol/relay.ts';
import type { ClientAddress } from '../client-address.ts';
import type { Foundation } from '../foundation.ts';
import { idTail } from '../log.ts';
import { UNREACHABLE_RETRY_S } from '../problem.ts';
import { SESSION_OVER } from '../store/sessions.ts';
import { StoreError } from '../store/store.ts';
import { CLOSE_MS, openUpstream } from '../upstream/open-socket.ts';
import {
  type Admission,
  type AdmissionPorts,
  admitHandshake,
  type HandshakeRefusal,
} from './admit-handshake.ts';
import { createMemoryBudget } from './memory-budget.ts';
import { createMessageDeduplicator } from './message-deduplicator.ts';
import { type ConnectedSocket, connectSockets, type ProxyConnection } from './proxy-connection.ts';
import { toRequest } from './raw-handshake.ts';
import type { Refused, RefuseHandshake } from './refuse-handshake.ts';

/** The proxy mode: visitors connect to the relay, and the relay connects to the platform. */
export interface SocketProxy {
  /** Handles an upgrade request. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Closes the sockets one after the other in the second half of `inMs`; new ones open until `close`. */
  drain(inMs: number): void;
  /** Closes every visitor's socket and waits up to 5 s for the connections to end. Idempotent. */
  close(): Promise<void>;
}

export interface SocketProxyPorts extends AdmissionPorts, Foundation {
  readonly refuse: RefuseHandshake;
  /** Learns the dialect that the platform's frames show. */
  readonly dialects: DialectMemory;
  readonly clientOf: ClientAddress;
}

/** Interval of pings to both sides of every connection. Many proxies close connections that are silent for 60 s. */
const PROBE_MS = 30_000;
const GRACE_MS = 5_000;
/** Clients send a message in one frame. */
const MAX_FRAGMENTS = 64;
/** Messages above 64 KB that are received or wait to be sent, on all sockets together. */
const MAX_HELD_BYTES = 34 * 1024 * 1024;
/** The platform announces the end on every socket; this delay is for clients that do not hear it (S-77: within 5 s). */
const SESSION_OVER_MS = 2_000;
/** Statuses of the platform that are forwarded to the client. Any other status is a failure of the platform. */
const FORWARDED_STATUSES = new Set([400, 401, 403, 404, 429]);

export function createSocketProxy(ports: SocketProxyPorts): SocketProxy {
  const { config, clock, refuse, log, store, dialects, sessions, metrics, clientOf } = ports;
  const { dialect } = config;
  /** No other relay can take the visitors over. */
  const isOnlyRelay = config.storeUrl === 'memory:';
  const options = {
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_FRAME_BYTES,
    maxFragments: MAX_FRAGMENTS,
    perMessageDeflate: false,
    closeTimeout: CLOSE_MS,
  };
  const server = new WebSocketServer(options);
  const stop = new AbortController();
  // One listener for each handshake in progress: many of them are not a leak.
  setMaxListeners(0, stop.signal);
  /** The connections of each session; a symbol stands for a handshake in progress. */
  const bySession = new Map<string, Set<ProxyConnection | symbol>>();
  const connections = new Set<ProxyConnection>();
  const budget = createMemoryBudget(MAX_HELD_BYTES);
  let cancelProbe: (() => void) | undefined;
  let onEmpty = () => {};
  let closing: Promise<void> | undefined;
  const cancelDrain: (() => void)[] = [];

  // ws refuses a handshake that is not RFC 6455's. It would answer without our headers.
  server.on('wsClientError', (_, socket) => refuse(socket, { status: 400, kind: 'invalid' }));

  const onStoreError = (error: unknown) => log.error({ err: error }, 'unable to reach the store');

  function add(sessionId: string, connection: ProxyConnection | symbol): void {
    bySession.set(sessionId, (bySession.get(sessionId) ?? new Set()).add(connection));
  }
  function remove(sessionId: string, connection: ProxyConnection | symbol): void {
    const ofSession = bySession.get(sessionId);
    ofSession?.delete(connection);
    if (ofSession?.size === 0) bySession.delete(sessionId);
  }

  function probe(): void {
    for (const connection of connections) connection.probe();
    cancelProbe = connections.size > 0 ? clock.after(PROBE_MS, probe) : undefined;
  }

  const unsubscribe = store.subscribe(SESSION_OVER, (sessionId) => {
    if (!bySession.has(sessionId)) return;
    clock.after(SESSION_OVER_MS, () => {
      for (const it of bySession.get(sessionId) ?? [])
        if (typeof it === 'object') it.close(1000, 'session over');
    });
  });

  function connect(client: ConnectedSocket, upstream: ConnectedSocket, { grant }: Admission): void {
    const { session_id: sessionId, expires_in } = grant;
    const openedAt = clock.now();
    const session = idTail(sessionId);
    const connection = connectSockets(client, upstream, {
      clock,
      dialect,
      budget,
      deduplicator: createMessageDeduplicator(store, clock, sessionId, openedAt + expires_in * 1_000),
      onDialect(seen) {
        if (dialect === 'auto') void dialects.learn(seen);
      },
      onSessionEnd: () => void sessions.markEnded(sessionId).catch(onStoreError),
      onClientClose(code) {
        remove(sessionId, connection);
        metrics.socketClosed();
        log.info({ session, code, duration_ms: clock.now() - openedAt }, 'socket closed');
      },
      onClose() {
        connections.delete(connection);
        if (connections.size > 0) return;
        cancelProbe?.();
        cancelProbe = undefined;
        onEmpty();
      },
      onStoreError,
    });
    connections.add(connection);
    add(sessionId, connection);
    cancelProbe ??= clock.after(PROBE_MS, probe);
    metrics.socketOpened();
    log.info({ session }, 'socket opened');
  }

  /** Opens the platform's socket before the visitor's handshake is answered. Returns a refusal, or undefined. */
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
    const admission = await admitHandshake(handshake, client, ports);
    if (!admission.ok) return admission.error;
    const { grant, cursor } = admission.value;
    const sessionId = grant.session_id;
    if ((bySession.get(sessionId)?.size ?? 0) >= MAX_CONNECTIONS)
      return { status: 429, kind: 'session_sockets' };

    const pending = Symbol('handshake in progress');
    add(sessionId, pending);
    const deadline = startDeadline(clock, HANDSHAKE_MS, stop.signal);
    const opening = await openUpstream(socketUrl(grant, cursor), deadline.signal);
    deadline.clear();
    remove(sessionId, pending);
    if (opening.kind === 'failed') return { status: deadline.hasExpired() ? 504 : 503 };
    if (opening.kind === 'refused') {
      if (opening.status === 404) await sessions.markEnded(sessionId);
      return { status: FORWARDED_STATUSES.has(opening.status) ? opening.status : 502 };
    }
    if (closing) {
      opening.socket.terminate();
      return { status: 503 };
    }
    let isUpgraded = false;
    server.handleUpgrade(request, socket, head, (client) => {
      isUpgraded = true;
      connect({ socket: client, connection: socket }, opening, admission.value);
    });
    // Either ws has refused the handshake itself, or the browser has disconnected.
    if (!isUpgraded) opening.socket.terminate();
    return undefined;
  }

  // M-12.7, M-12.8: browsers reconnect after 1001 at once, to another relay, and after 1012 when this one may have restarted.
  const leave = (connection: ProxyConnection) =>
    isOnlyRelay ? connection.close(1012, 'restart') : connection.close(1001, 'relay leaves');

  function drain(inMs: number): void {
    // In the first half balancers learn that this relay is not ready. An earlier visitor would come back to it.
    const halfMs = inMs / 2;
    const all = [...connections];
    for (const [nth, connection] of all.entries()) {
      const dueMs = halfMs + (halfMs * (nth + 1)) / (all.length + 1);
      cancelDrain.push(clock.after(dueMs, () => leave(connection)));
    }
  }

  async function close(): Promise<void> {
    for (const cancel of cancelDrain) cancel();
    unsubscribe();
    stop.abort();
    if (connections.size === 0) return;
    await new Promise<void>((resolve) => {
      const cancel = clock.after(GRACE_MS, () => {
        for (const connection of connections) connection.terminate();
      });
      onEmpty = () => {
        cancel();
        resolve();
      };
      for (const connection of connections) leave(connection);
    });
  }

  return {
    upgrade(request, socket, head) {
      // The client may disconnect before it is answered.
      socket.on('error', () => socket.destroy());
      const requestId = randomUUID();
      const refused: Refused = { requestId };
      if (closing) return refuse(socket, { status: 503 }, refused);
      const issue = headerIssue(request.rawHeaders);
      if (issue === 'too-many') return refuse(socket, { status: 431, kind: 'headers' }, refused);
      if (issue) return refuse(socket, { status: 400, kind: 'invalid' }, refused);
      if (!isPlainPath(request.url ?? '')) return refuse(socket, { status: 400, kind: 'path' }, refused);
      open(request, socket, head, refused).then(
        (refusal) => {
          if (refusal) refuse(socket, refusal, refused);
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
    drain,
    close() {
      closing ??= close();
      return closing;
    },
  };
}
