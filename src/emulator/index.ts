import { randomBytes, randomInt } from 'node:crypto';
import { systemClock } from '../base/clock.ts';
import { err } from '../base/result.ts';
import { SESSION_IDLE_MS } from '../protocol/limits.ts';
import { createModel } from './agent/model.ts';
import { createModelAgent } from './agent/model-agent.ts';
import { NATURAL_PACE } from './agent/tempo.ts';
import { startAlerting } from './alerts/index.ts';
import { completed } from './conversations/generator.ts';
import { createDesk } from './desk/desk.ts';
import { createDeskApp } from './desk/routes.ts';
import type { Emulator, EmulatorOptions } from './emulator.ts';
import { checkControlKey, createControl } from './faults/control.ts';
import { createFaults } from './faults/index.ts';
import { createLinks } from './faults/link.ts';
import { faultOf } from './faults/named-call.ts';
import { createHandshakeWay, createWay } from './faults/way.ts';
import { admit } from './handshake.ts';
import { createHttpApp, MEDIA_PATH } from './http.ts';
import { OWN_PROJECT } from './keys.ts';
import { checkReach } from './reach.ts';
import { createRestHosts } from './rest/index.ts';
import { openHosts } from './server.ts';
import { openSessions } from './sessions.ts';
import { serveSockets } from './sockets.ts';
import type { HandoffState } from './store/handoff-states.ts';
import { openStore } from './store/index.ts';
import { createTokens } from './tokens.ts';

export type { AgentModel } from './agent/model.ts';
export type { Pace } from './agent/tempo.ts';
export type { Connector } from './connectors.ts';
export type { Generated } from './conversations/generator.ts';
export type { Emulator, EmulatorOptions } from './emulator.ts';
export type { ApiKey, Family, Permission, Region } from './keys.ts';
export type { Call, Refusal } from './refusals.ts';
export type { HandoffState } from './store/handoff-states.ts';
export type { ProjectSettings, ResponseMetric } from './store/project-settings.ts';
export type { Annotation } from './store/remarks.ts';

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
  checkControlKey(options.controlKey);
  checkReach(options);

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
    store.handoffStates.put(store.conversations.projectOf(id) ?? OWN_PROJECT, { id, data });
  const keeping = { journal, keepHandoff, keepIncident: store.traffic.keepIncident };
  const behavior = () => store.behaviors.get({ ...OWN_PROJECT, branchId: 'main' }) ?? '';
  const ask = options.agentModel && createModel(options.agentModel, clock);
  const improvise = ask && createModelAgent({ ask, behavior, journal, log });
  const isDeskStaffed = (): boolean => desk.isStaffed();
  const sessions = openSessions({
    ...keeping,
    improvise,
    isDeskStaffed,
    clock,
    dialect,
    pace,
    mediaUrl,
    idleMs,
    log,
  });
  const desk = createDesk({ sessions, journal, clock, pace, mediaUrl, log });
  const now = () => clock.now();
  const allowLoopback = options.allowLoopbackWebhooks ?? false;
  const alerting = startAlerting({ store, clock, dialect, allowLoopback, log });
  if (options.project) store.projectSettings.put(OWN_PROJECT, options.project);
  if (wanted) store.generatedConversations.add(OWN_PROJECT, wanted);
  const live = (sessionId?: string) =>
    sessionId === undefined ? sessions.all() : [sessions.live(sessionId)].filter((it) => it !== undefined);
  const cut = (sessionId?: string) =>
    live(sessionId).reduce((count, session) => count + session.cutConnections(), 0);
  const expire = (sessionId?: string) =>
    live(sessionId).map((session) => session.end('user_abandoned')).length;
  const faults = createFaults({
    cut,
    close: (...meant) => links.close(...meant),
    expire,
    now,
    newSeed: () => randomInt(2 ** 32),
    log,
  });
  const links = createLinks(faults, clock);
  const ordered = faults.refuseCall;
  const rest = createRestHosts(options, {
    own: OWN_PROJECT,
    store,
    sessions,
    baseUrl: baseHost.url,
    ordered,
    now,
    log,
  });

  const control = createControl(options, { listen, faults, log });
  const deskApp = createDeskApp(options, { desk, listen, clock, log });
  const app = createHttpApp({ connectors, tokens, sessions, ordered, control, desk: deskApp, now, log });
  const way = createWay(faults, clock);
  server.on('request', way('messaging', app.fetch));
  baseHost.server.on('request', way('base', rest.base.fetch));
  platformHost.server.on('request', way('platform', rest.platform.fetch));
  const cutSockets = serveSockets(
    server,
    (query) => {
      const refusal = faults.refuseHandshake(query.get('session_id'));
      return refusal ? err(refusal) : admit(query, { tokens, journal, sessions, now });
    },
    links.open,
    createHandshakeWay(faults, clock),
    log,
  );
  log(`listening on ${hosts.map(({ url }) => url).join(', ')}`);

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
    cutConnections: cut,
    expireSession: (sessionId) => expire(sessionId) > 0,
    refuseNext: (call, refusal) => void faults.add([faultOf(call, refusal)]),
    journalOf: (sessionId) => journal.events(sessionId, 0),
    sessions: () => journal.sessionIds(),
    close() {
      closed ??= (async () => {
        desk.dispose();
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
