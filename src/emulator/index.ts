import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { type Clock, systemClock } from '../base/clock.ts';
import { err } from '../base/result.ts';
import type { Dialect } from '../protocol/dialect.ts';
import { SESSION_IDLE_MS } from '../protocol/limits.ts';
import type { SentEvent } from '../protocol/server-frames.ts';
import { NATURAL_PACE, type Pace } from './agent/tempo.ts';
import type { Connector } from './connectors.ts';
import { admit } from './handshake.ts';
import { createHttpApp, MEDIA_PATH } from './http.ts';
import { type Call, createOrderedRefusals, type Refusal } from './refusals.ts';
import { openSessions } from './sessions.ts';
import { serveSockets } from './sockets.ts';
import { openSqliteJournal } from './sqlite-journal.ts';
import { createTokens } from './tokens.ts';

export type { Pace } from './agent/tempo.ts';
export type { Connector } from './connectors.ts';
export type { Call, Refusal } from './refusals.ts';

export interface EmulatorOptions {
  /** Default 0: any free port. */
  readonly port?: number;
  /** The address it binds; loopback unless told otherwise. */
  readonly listen?: string;
  /** A SQLite file, which a later start goes on from; `:memory:` by default. */
  readonly journal?: string;
  /** Who may ask for visitors' tokens; by default one connector with a random token, for this machine's own hosts. */
  readonly connectors?: readonly Connector[];
  /** How the platform spells its events; it understands both. */
  readonly dialect?: Dialect;
  readonly clock?: Clock;
  /** The agent's tempo; zeros make it answer at once. */
  readonly pace?: Pace;
  /** One line for each happening, without tokens, message text or whole session ids. */
  readonly log?: (line: string) => void;
  /** How long a session lives without a client frame; ten minutes. */
  readonly sessionIdleMs?: number;
}

/** A running platform. */
export interface Emulator {
  /** Origin of the messaging host, without a slash at the end. */
  readonly messagingUrl: string;
  /** `X-Token` and `X-Host` of the first connector. */
  readonly connectorToken: string;
  readonly hostIdentifier: string;
  /** How many sockets of one session, or of all, are open. */
  connections(sessionId?: string): number;
  /** Ends the TCP connections of one session, or of all, without a close frame; returns how many there were. */
  cutConnections(sessionId?: string): number;
  /** Ends a session as if nobody had used it for too long; false when it is not there or over. */
  expireSession(sessionId: string): boolean;
  /** Orders a refusal for the next such call that has none ordered yet. */
  refuseNext(call: Call, refusal: Refusal): void;
  /** What is stored of a session, in order; empty for an unknown one. */
  journalOf(sessionId: string): readonly SentEvent[];
  /** Ids of every session, ended ones too, oldest first. */
  sessions(): readonly string[];
  /** Closes every socket and the journal; may be called twice. */
  close(): Promise<void>;
}

function listening(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

/** An address that reaches what listens on `host` from this machine. */
function originOf(host: string, port: number): string {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`;
}

const randomToken = (prefix: string) => `${prefix}${randomBytes(32).toString('base64url')}`;

/**
 * Starts the embedded platform's messaging host: token exchange, sessions, sockets, a scripted agent. Rejects when the
 * port is taken or the journal's file is not one.
 *
 * @example
 * const emulator = await startEmulator({ pace: { wordMs: 0, thinkingMs: 0 } });
 * // … POST `${emulator.messagingUrl}/api/v1/access-token` with X-Token and X-Host …
 * await emulator.close();
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { port = 0, listen = '127.0.0.1', dialect = 'service', pace = NATURAL_PACE } = options;
  const { clock = systemClock(), log = () => {}, sessionIdleMs: idleMs = SESSION_IDLE_MS } = options;

  const journal = openSqliteJournal(options.journal ?? ':memory:');
  // The limits of the relay: a slow or endless request holds nothing for long.
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 20_000 });
  const takenPort = await listening(server, port, listen).catch((error: unknown) => {
    journal.close();
    throw error;
  });
  const messagingUrl = originOf(listen, takenPort);

  const connectors = options.connectors ?? [
    {
      token: journal.setting('connector_token', () => randomToken('emulator-')),
      hosts: ['localhost', '127.0.0.1'],
    },
  ];
  const tokens = createTokens(journal.setting('signing_secret', () => randomToken('')));
  const mediaUrl = messagingUrl + MEDIA_PATH;
  const sessions = openSessions({ journal, clock, dialect, pace, mediaUrl, idleMs, log });
  const refusals = createOrderedRefusals();
  const now = () => clock.now();

  const app = createHttpApp({ connectors, tokens, sessions, ordered: refusals.take, now, log });
  server.on('request', getRequestListener(app.fetch));
  const cutSockets = serveSockets(
    server,
    (query) => {
      const refusal = refusals.take('handshake');
      return refusal ? err(refusal) : admit(query, { tokens, journal, sessions, now });
    },
    log,
  );
  log(`listening on ${messagingUrl}`);

  const live = (sessionId?: string) =>
    sessionId === undefined ? sessions.all() : [sessions.live(sessionId)].filter((it) => it !== undefined);
  let closed: Promise<void> | undefined;

  return {
    messagingUrl,
    connectorToken: connectors[0]?.token ?? '',
    hostIdentifier: connectors[0]?.hosts[0] ?? '',
    connections: (sessionId) =>
      live(sessionId).reduce((count, session) => count + session.connectionCount(), 0),
    cutConnections: (sessionId) =>
      live(sessionId).reduce((count, session) => count + session.cutConnections(), 0),
    expireSession(sessionId) {
      const session = sessions.live(sessionId);
      session?.end('user_abandoned');
      return session !== undefined;
    },
    refuseNext: refusals.order,
    journalOf: (sessionId) => journal.events(sessionId, 0),
    sessions: () => journal.sessionIds(),
    close() {
      closed ??= new Promise<void>((resolve) => {
        sessions.dispose();
        cutSockets();
        server.close(() => resolve());
        server.closeAllConnections();
      }).then(() => journal.close());
      return closed;
    },
  };
}
