import { randomBytes } from 'node:crypto';
import { getRequestListener } from '@hono/node-server';
import { type Clock, systemClock } from '../base/clock.ts';
import { err } from '../base/result.ts';
import type { Dialect } from '../protocol/dialect.ts';
import { SESSION_IDLE_MS } from '../protocol/limits.ts';
import type { SentEvent } from '../protocol/server-frames.ts';
import { type AgentModel, createModel } from './agent/model.ts';
import { createModelAgent } from './agent/model-agent.ts';
import { NATURAL_PACE, type Pace } from './agent/tempo.ts';
import { startAlerting } from './alerts/index.ts';
import type { Connector } from './connectors.ts';
import { completed, type Generated } from './conversations/generator.ts';
import { admit } from './handshake.ts';
import { createHttpApp, MEDIA_PATH } from './http.ts';
import { type ApiKey, OWN_PROJECT, type Region } from './keys.ts';
import { type Call, createOrderedRefusals, type Refusal } from './refusals.ts';
import { createRestHosts } from './rest/index.ts';
import { openHosts } from './server.ts';
import { openSessions } from './sessions.ts';
import { serveSockets } from './sockets.ts';
import type { HandoffState } from './store/handoff-states.ts';
import { openStore } from './store/index.ts';
import type { ProjectSettings } from './store/project-settings.ts';
import type { Annotation } from './store/remarks.ts';
import { createTokens } from './tokens.ts';

export type { AgentModel } from './agent/model.ts';
export type { Pace } from './agent/tempo.ts';
export type { Connector } from './connectors.ts';
export type { Generated } from './conversations/generator.ts';
export type { ApiKey, Family, Permission, Region } from './keys.ts';
export type { Call, Refusal } from './refusals.ts';
export type { HandoffState } from './store/handoff-states.ts';
export type { ProjectSettings, ResponseMetric } from './store/project-settings.ts';
export type { Annotation } from './store/remarks.ts';

export interface EmulatorOptions {
  /** Ports of the messaging, base and platform hosts. Default 0: any free port. */
  readonly port?: number;
  readonly basePort?: number;
  readonly platformPort?: number;
  /** The address it binds; loopback unless told otherwise. */
  readonly listen?: string;
  /** A SQLite file, which a later start goes on from; `:memory:` by default. */
  readonly journal?: string;
  /** Who may ask for visitors' tokens; by default one connector with a random token, for this machine's own hosts. */
  readonly connectors?: readonly Connector[];
  /** Keys besides the three that the platform makes for its own account; their projects exist, too. */
  readonly keys?: readonly ApiKey[];
  /** Where the platform stands: keys of other regions are refused. Default `us`. */
  readonly region?: Region;
  /** How the platform's own project shows its conversations; default: as it was told before, else all of them in full. */
  readonly project?: ProjectSettings;
  /** Conversations of its own project that nobody held, added to those that are there. */
  readonly conversations?: Generated;
  /** Whether webhook endpoints may be on this machine, by http as well; for tests. */
  readonly allowLoopbackWebhooks?: boolean;
  /** How the platform spells its events; it understands both. */
  readonly dialect?: Dialect;
  readonly clock?: Clock;
  /** The agent's tempo; zeros make it answer at once. */
  readonly pace?: Pace;
  /** Answers in the script's place, but for its commands, by the behaviour rules of the branch `main`. */
  readonly agentModel?: AgentModel | undefined;
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
  /** Origins of the other two hosts; calls out are made on the platform host, under a token of their own. */
  readonly baseUrl: string;
  readonly platformUrl: string;
  readonly outboundUrl: string;
  /** `X-API-KEY` of either host, and `X-Service-Auth-Token`, for the account below. */
  readonly baseKey: string;
  readonly platformKey: string;
  readonly outboundToken: string;
  readonly accountId: string;
  /** The agent's id is the same. */
  readonly projectId: string;
  readonly branchId: string;
  /** Keeps what a conversation leaves when it is handed off; a session's own handoffs do so by themselves. */
  putHandoffState(state: HandoffState): void;
  /** Adds conversations of its own project that nobody held; those that are there already stay as they are. */
  generate(conversations: Generated): void;
  /** What people found wrong with a conversation, in the order of its turns. */
  annotationsOf(conversationId: string): readonly Annotation[];
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

const randomToken = (prefix: string) => `${prefix}${randomBytes(32).toString('base64url')}`;

/**
 * Starts the embedded platform: the messaging host with a scripted agent, the base host and the platform host. Rejects
 * when a port is taken or the journal's file is not one.
 *
 * @example
 * const emulator = await startEmulator({ pace: { wordMs: 0, thinkingMs: 0 } });
 * // … POST `${emulator.messagingUrl}/api/v1/access-token` with X-Token and X-Host …
 * await emulator.close();
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { port = 0, listen = '127.0.0.1', dialect = 'service', pace = NATURAL_PACE } = options;
  const { clock = systemClock(), log = () => {}, sessionIdleMs: idleMs = SESSION_IDLE_MS } = options;

  const wanted = options.conversations && completed(options.conversations, clock.now());
  const store = openStore(options.journal ?? ':memory:');
  const { journal } = store;
  const ports = [port, options.basePort ?? 0, options.platformPort ?? 0] as const;
  const hosts = await openHosts(listen, ports).catch((error: unknown) => {
    store.close();
    throw error;
  });
  const [{ url: messagingUrl, server }, baseHost, platformHost] = hosts;

  const connectors = options.connectors ?? [
    {
      token: journal.setting('connector_token', () => randomToken('emulator-')),
      hosts: ['localhost', '127.0.0.1'],
    },
  ];
  const tokens = createTokens(journal.setting('signing_secret', () => randomToken('')));
  const mediaUrl = messagingUrl + MEDIA_PATH;
  const keepHandoff = (id: string, data: HandoffState['data']) =>
    store.handoffStates.put(OWN_PROJECT, { id, data });
  const keeping = { journal, keepHandoff, keepIncident: store.traffic.keepIncident };
  const behavior = () => store.behaviors.get({ ...OWN_PROJECT, branchId: 'main' }) ?? '';
  const ask = options.agentModel && createModel(options.agentModel, clock);
  const improvise = ask && createModelAgent({ ask, behavior, journal, log });
  const sessions = openSessions({ ...keeping, improvise, clock, dialect, pace, mediaUrl, idleMs, log });
  const refusals = createOrderedRefusals();
  const now = () => clock.now();
  const allowLoopback = options.allowLoopbackWebhooks ?? false;
  const alerting = startAlerting({ store, own: OWN_PROJECT, clock, dialect, allowLoopback, log });
  if (options.project) store.projectSettings.put(OWN_PROJECT, options.project);
  if (wanted) store.generatedConversations.add(OWN_PROJECT, wanted);
  const rest = createRestHosts(options, { own: OWN_PROJECT, store, ordered: refusals.take, now, log });

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
  baseHost.server.on('request', getRequestListener(rest.base.fetch));
  platformHost.server.on('request', getRequestListener(rest.platform.fetch));
  log(`listening on ${hosts.map(({ url }) => url).join(', ')}`);

  const live = (sessionId?: string) =>
    sessionId === undefined ? sessions.all() : [sessions.live(sessionId)].filter((it) => it !== undefined);
  let closed: Promise<void> | undefined;

  return {
    messagingUrl,
    connectorToken: connectors[0]?.token ?? '',
    hostIdentifier: connectors[0]?.hosts[0] ?? '',
    baseUrl: baseHost.url,
    platformUrl: platformHost.url,
    outboundUrl: platformHost.url,
    ...rest.keys,
    ...OWN_PROJECT,
    branchId: 'main',
    putHandoffState: (state) => store.handoffStates.put(OWN_PROJECT, state),
    generate: (more) => store.generatedConversations.add(OWN_PROJECT, completed(more, now())),
    annotationsOf: (conversationId) => store.remarks.annotationsOf(conversationId),
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
      closed ??= (async () => {
        sessions.dispose();
        alerting.dispose();
        cutSockets();
        await Promise.all(hosts.map((host) => host.close()));
        store.close();
      })();
      return closed;
    },
  };
}
