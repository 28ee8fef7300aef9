import { setMaxListeners } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Clock } from '../../base/clock.ts';
import { startDeadline } from '../../base/deadline.ts';
import { faultOfHeaders } from '../../base/request-headers.ts';
import type { Dialect } from '../../protocol/dialect.ts';
import { HANDSHAKE_MS, MAX_CONNECTIONS, MAX_FRAME_BYTES } from '../../protocol/limits.ts';
import { socketUrl } from '../../protocol/relay.ts';
import type { Metrics } from '../health/metrics.ts';
import { idTail, type Log } from '../log.ts';
import { SESSION_OVER } from '../store/sessions.ts';
import type { Store } from '../store/store.ts';
import { CLOSE_MS, openUpstream } from '../upstream/open-socket.ts';
import { type Admission, admit, type Doorkeeper } from './admission.ts';
import { joinSockets, type Link } from './link.ts';
import { createOnce } from './once.ts';
import { refuse, requestOf } from './refuse.ts';

/** The visitors' sockets that this relay carries. */
export interface Sockets {
  /** Takes over the connection of a request to upgrade. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Sends every visitor away with 1012, waits for what is under way, 5 s at most. May be called twice. */
  close(): Promise<void>;
}

export interface SocketPorts extends Doorkeeper {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Store;
  readonly dialect: Dialect;
  readonly metrics: Metrics;
}

/** How often both sides of every link are asked whether they are still there (many a proxy closes what is silent for 60 s). */
const PROBE_MS = 30_000;
const GRACE_MS = 5_000;
/** The platform tells of the end itself, on every socket; this is for whoever does not hear it (S-77: within 5 s). */
const SESSION_OVER_MS = 2_000;
/** What the platform says of a handshake; anything else is its failure, not the visitor's. */
const PASSED_ON = new Set([400, 401, 403, 404, 429]);

export function createSockets(ports: SocketPorts): Sockets {
  const { clock, log, store, dialect, sessions, metrics } = ports;
  const options = {
    noServer: true,
    clientTracking: false,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    closeTimeout: CLOSE_MS,
  };
  const server = new WebSocketServer(options);
  const leaving = new AbortController();
  // One listener for each handshake under way: many are no leak.
  setMaxListeners(0, leaving.signal);
  /** By session: what is open, and what is being opened. */
  const places = new Map<string, Set<Link | symbol>>();
  const links = new Set<Link>();
  let cancelProbe: (() => void) | undefined;
  let emptied = () => {};
  let closing: Promise<void> | undefined;

  const failed = (error: unknown) => log.error({ err: error }, 'unable to reach the store');

  function take(sessionId: string, place: Link | symbol): void {
    places.set(sessionId, (places.get(sessionId) ?? new Set()).add(place));
  }
  function free(sessionId: string, place: Link | symbol): void {
    const taken = places.get(sessionId);
    taken?.delete(place);
    if (taken?.size === 0) places.delete(sessionId);
  }

  function probe(): void {
    for (const link of links) link.probe();
    cancelProbe = links.size > 0 ? clock.after(PROBE_MS, probe) : undefined;
  }

  const unsubscribe = store.subscribe(SESSION_OVER, (sessionId) => {
    if (!places.has(sessionId)) return;
    clock.after(SESSION_OVER_MS, () => {
      for (const it of places.get(sessionId) ?? [])
        if (typeof it === 'object') it.close(1000, 'session over');
    });
  });

  function join(client: WebSocket, upstream: WebSocket, { grant }: Admission): void {
    const { session_id: sessionId, expires_in } = grant;
    const openedAt = clock.now();
    const session = idTail(sessionId);
    const link = joinSockets(client, upstream, {
      clock,
      dialect,
      once: createOnce(store, clock, sessionId, openedAt + expires_in * 1_000),
      ended: () => void sessions.end(sessionId).catch(failed),
      left(code) {
        free(sessionId, link);
        metrics.socketClosed();
        log.info({ session, code, duration_ms: clock.now() - openedAt }, 'socket closed');
      },
      gone() {
        links.delete(link);
        if (links.size > 0) return;
        cancelProbe?.();
        cancelProbe = undefined;
        emptied();
      },
      failed,
    });
    links.add(link);
    take(sessionId, link);
    cancelProbe ??= clock.after(PROBE_MS, probe);
    metrics.socketOpened();
    log.info({ session }, 'socket opened');
  }

  /** The platform first: only who is let in there is let in here. The status of a refusal, or undefined. */
  async function open(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<number | undefined> {
    const read = requestOf(request);
    if (!read) return 400;
    const admission = await admit(read, ports);
    if (!admission.ok) return admission.error;
    const { grant, cursor } = admission.value;
    const sessionId = grant.session_id;
    if ((places.get(sessionId)?.size ?? 0) >= MAX_CONNECTIONS) return 429;

    const place = Symbol('being opened');
    take(sessionId, place);
    const deadline = startDeadline(clock, HANDSHAKE_MS, leaving.signal);
    const opening = await openUpstream(socketUrl(grant, cursor), deadline.signal);
    deadline.clear();
    free(sessionId, place);
    if (opening.at === 'failed') return deadline.isOver() ? 504 : 503;
    if (opening.at === 'refused') {
      if (opening.status === 404) await sessions.end(sessionId);
      return PASSED_ON.has(opening.status) ? opening.status : 502;
    }
    if (closing) {
      opening.socket.terminate();
      return 503;
    }
    let isJoined = false;
    server.handleUpgrade(request, socket, head, (client) => {
      isJoined = true;
      join(client, opening.socket, admission.value);
    });
    // ws has answered what is no handshake after all, or the browser is gone.
    if (!isJoined) opening.socket.terminate();
    return undefined;
  }

  async function close(): Promise<void> {
    unsubscribe();
    leaving.abort();
    if (links.size === 0) return;
    await new Promise<void>((resolve) => {
      const cancel = clock.after(GRACE_MS, () => {
        for (const link of links) link.cut();
      });
      emptied = () => {
        cancel();
        resolve();
      };
      for (const link of links) link.close(1012, 'restart');
    });
  }

  return {
    upgrade(request, socket, head) {
      // The other side may be gone before it has its answer.
      socket.on('error', () => socket.destroy());
      if (closing) return refuse(socket, 503);
      const unfit = faultOfHeaders(request.rawHeaders);
      if (unfit) return refuse(socket, unfit === 'too-many' ? 431 : 400);
      open(request, socket, head)
        .catch((error: unknown) => {
          log.error({ err: error }, 'unable to open a socket; unexpected fault');
          return 500;
        })
        .then((status) => {
          if (status === undefined) return;
          log.info({ status }, 'socket refused');
          refuse(socket, status);
        });
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}
