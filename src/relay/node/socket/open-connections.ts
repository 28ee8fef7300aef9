import { maskSensitive } from '../../../base/sensitive.ts';
import { MAX_CONNECTIONS } from '../../../protocol/limits.ts';
import type { SessionGrant } from '../../../protocol/relay.ts';
import { idTail } from '../../log/log.ts';
import type { Services } from '../../services/services.ts';
import type { Site } from '../../site/site.ts';
import { SESSION_OVER } from '../../store/sessions.ts';
import { createMemoryBudget } from './memory-budget.ts';
import { createMessageDeduplicator } from './message-deduplicator.ts';
import { type ConnectedSocket, connectSides, type ProxyConnection } from './proxy-connection.ts';
import type { VisitorSide } from './visitor-side.ts';

export interface OpenConnectionsPorts extends Pick<Services, 'clock' | 'log'> {
  /** In [0, 1). */
  readonly random: () => number;
}

export type OpenConnections = ReturnType<typeof createOpenConnections>;

/** The site of a connection. It learns the dialect from the platform's frames. */
type SiteOfConnection = Pick<Site, 'site' | 'store' | 'sessions' | 'dialects' | 'metrics' | 'log'>;

/**
 * Ping interval of a connection, counted from its start: pinging thousands at once would delay every message. Many proxies close
 * connections after 60 s of silence.
 */
const HEARTBEAT_MS = 30_000;
const GRACE_MS = 5_000;
/** Limit for received or unsent messages above 64 KB, on all sockets together. */
const MAX_HELD_BYTES = 34 * 1024 * 1024;
/** Delay for clients that miss the platform's announcement of the end (S-77: within 5 s). */
const SESSION_OVER_MS = 2_000;

/** Two sites may have the same session id. */
const keyOf = (site: string, sessionId: string): string => `${site}/${sessionId}`;

/** The connections between visitors and the platform. They are counted by session, pinged, and closed with their session or the relay. */
export function createOpenConnections({ clock, random, log: relayLog }: OpenConnectionsPorts) {
  /** The connections of each session; a symbol is a handshake in progress. */
  const bySession = new Map<string, Set<ProxyConnection | symbol>>();
  const connections = new Set<ProxyConnection>();
  /** Unsubscribe functions by site name. */
  const followed = new Map<string, () => void>();
  const budget = createMemoryBudget(MAX_HELD_BYTES);
  /** End of draining; undefined before it begins. */
  let drainUntil: number | undefined;
  const cancelDrain: (() => void)[] = [];
  let onEmpty = () => {};

  const onStoreError = (error: unknown) => relayLog.error({ err: error }, 'unable to reach the store');

  /** Counts a connection of a session. Returns its release function. */
  function add(key: string, connection: ProxyConnection | symbol): () => void {
    const ofSession = bySession.get(key) ?? new Set();
    bySession.set(key, ofSession.add(connection));
    return () => {
      ofSession.delete(connection);
      if (ofSession.size === 0) bySession.delete(key);
    };
  }

  function closeOver(key: string): void {
    if (!bySession.has(key)) return;
    clock.after(SESSION_OVER_MS, () => {
      for (const connection of bySession.get(key) ?? [])
        if (typeof connection === 'object') connection.close(1000, 'session over');
    });
  }
  /** Closes the sockets of the site's ended sessions. */
  function follow({ site: { name }, store }: Pick<SiteOfConnection, 'site' | 'store'>): void {
    if (followed.has(name)) return;
    followed.set(
      name,
      store.subscribe(SESSION_OVER, (sessionId) => closeOver(keyOf(name, sessionId))),
    );
  }

  // M-12.8: browsers reconnect within 5–30 s. After another code they would reconnect within a second (M-12.1).
  const leave = (connection: ProxyConnection) => connection.close(1012, 'restart');

  function leaveAtRandom(connection: ProxyConnection, until: number): void {
    cancelDrain.push(clock.after(random() * (until - clock.now()), () => leave(connection)));
  }

  return {
    size: () => connections.size,
    /** Counts a handshake as a connection of its session. Returns its release function; undefined at the session's limit. */
    reserve(of: SiteOfConnection, sessionId: string): (() => void) | undefined {
      follow(of);
      const key = keyOf(of.site.name, sessionId);
      const isFull = (bySession.get(key)?.size ?? 0) >= MAX_CONNECTIONS;
      return isFull ? undefined : add(key, Symbol('handshake in progress'));
    },
    /** Connects a visitor to the platform's socket. */
    connect(
      client: VisitorSide,
      upstream: ConnectedSocket,
      { session_id: sessionId, expires_in }: Pick<SessionGrant, 'session_id' | 'expires_in'>,
      { site, store, sessions, dialects, metrics, log }: SiteOfConnection,
    ): ProxyConnection {
      const { dialect } = site;
      const openedAt = clock.now();
      const expiresInMs = expires_in * 1_000;
      const session = idTail(sessionId);
      let release = () => {};
      let cancelExpiry = () => {};
      let cancelHeartbeat = clock.after(HEARTBEAT_MS, heartbeat);
      function heartbeat(): void {
        connection.heartbeat();
        cancelHeartbeat = clock.after(HEARTBEAT_MS, heartbeat);
      }
      const connection = connectSides(client, upstream, {
        clock,
        dialect,
        budget,
        mask: site.widget.guard === 'mask' ? maskSensitive : (text) => text,
        onMasked: metrics.masked,
        deduplicator: createMessageDeduplicator(store, clock, sessionId, openedAt + expiresInMs),
        onDialect(seen) {
          if (dialect === 'auto') void dialects.learn(seen);
        },
        onSessionEnd: () => void sessions.markEnded(sessionId).catch(onStoreError),
        onClientClose(code) {
          release();
          metrics.socketClosed();
          log.info({ session, code, duration_ms: clock.now() - openedAt }, 'socket closed');
        },
        onClose() {
          cancelExpiry();
          cancelHeartbeat();
          connections.delete(connection);
          if (connections.size === 0) onEmpty();
        },
        onStoreError,
      });
      // S-18: the platform closes the sockets of an expired token, but does not know the configured maximum age.
      if (site.sessionMaxAgeMs !== undefined)
        cancelExpiry = clock.after(expiresInMs, () => connection.close(1000, 'session over'));
      connections.add(connection);
      release = add(keyOf(site.name, sessionId), connection);
      if (drainUntil !== undefined) leaveAtRandom(connection, drainUntil);
      metrics.socketOpened();
      log.info({ session }, 'socket opened');
      return connection;
    },
    /** Closes each socket at a random time within `inMs`, also new ones. */
    drain(inMs: number): void {
      drainUntil = clock.now() + inMs;
      for (const connection of connections) leaveAtRandom(connection, drainUntil);
    },
    /** Closes every visitor's socket and waits up to 5 s for the connections to end. */
    async close(): Promise<void> {
      for (const cancel of cancelDrain) cancel();
      for (const unsubscribe of followed.values()) unsubscribe();
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
    },
  };
}
