import { randomInt } from 'node:crypto';
import { systemClock } from '../base/clock.ts';
import { SESSION_IDLE_MS } from '../protocol/limits.ts';
import { createModelAgent } from './agent/model-agent.ts';
import { createAsk } from './agent/wires/ask.ts';
import { startAlerting } from './alerts/alerting.ts';
import { createDesk } from './desk/desk.ts';
import { createRoster, type Roster } from './desk/roster.ts';
import { createConnectionRegistry } from './faults/connection-registry.ts';
import { createFaults } from './faults/faults.ts';
import { refusalFault } from './faults/refusal-fault.ts';
import { type Bootstrap, bootstrap } from './hosts/bootstrap.ts';
import type { Emulator, EmulatorOptions } from './hosts/emulator.ts';
import { checkExposure } from './hosts/exposure-check.ts';
import type { ContextFields } from './hosts/messaging/context-token.ts';
import { serveHosts } from './hosts/serve-hosts.ts';
import { createSyntheticTraffic } from './hosts/synthetic-traffic.ts';
import { OWN_PROJECT, WORKING_BRANCH } from './model/project.ts';
import { withSyntheticDefaults } from './model/synthetic-options.ts';
import type { LiveSession } from './sessions/live-session.ts';
import { openSessions, type Sessions } from './sessions/sessions.ts';

const MAX_EVALUATED_MS = 31 * 24 * 3_600_000;

/** The replies of the configured model; undefined without one. */
function createModelReply({ options, store, clock, log }: Bootstrap) {
  if (!options.agentModel) return undefined;
  const { key } = options.agentModel;
  // A refusal may repeat the key.
  const logWithoutKey = (line: string) => log(key ? line.replaceAll(key, '***') : line);
  const ask = createAsk(options.agentModel, clock, logWithoutKey);
  const behavior = () => store.behaviors.get({ ...OWN_PROJECT, branchId: WORKING_BRANCH }) ?? '';
  return createModelAgent({ ask, behavior, journal: store.journal, log: logWithoutKey });
}

function startSessions(parts: Bootstrap, roster: Pick<Roster, 'isStaffed'>): Sessions {
  const { options, store } = parts;
  return openSessions({
    ...parts,
    journal: store.journal,
    storeHandoff: (id, data) =>
      store.handoffStates.put(store.conversations.projectOf(id) ?? OWN_PROJECT, { id, data }),
    recordFailure: store.traffic.addFailure,
    modelReply: createModelReply(parts),
    isDeskStaffed: roster.isStaffed,
    asksForContext: options.contextKey !== undefined,
    shopUrl: options.shopUrl,
    idleMs: options.sessionIdleMs ?? SESSION_IDLE_MS,
  });
}

/** The live session with the id, or all live sessions. */
const liveSessions = (sessions: Sessions, sessionId?: string): readonly LiveSession[] =>
  sessionId === undefined
    ? sessions.all()
    : [sessions.live(sessionId)].filter((session) => session !== undefined);

function expireSessions(sessions: Sessions, sessionId?: string): number {
  const live = liveSessions(sessions, sessionId);
  for (const session of live) session.end('user_abandoned');
  return live.length;
}

/**
 * Starts the embedded platform: the messaging host with its agent, the base host and the platform host. Rejects when a
 * port is taken, the journal's file is not a journal, or the options would expose the platform without protection.
 *
 * @example
 * const emulator = await startEmulator({ pace: { wordMs: 0, thinkingMs: 0 } });
 * // … POST `${emulator.messagingUrl}/api/v1/access-token` with X-Token and X-Host …
 * await emulator.close();
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  checkExposure(options);
  const { clock = systemClock() } = options;
  const now = () => clock.now();
  const synthetic = options.conversations && withSyntheticDefaults(options.conversations, now());

  const parts = await bootstrap(options, clock);
  const { store, hosts, log } = parts;
  const { journal } = store;
  const roster = createRoster(clock);
  const sessions = startSessions(parts, roster);
  const desk = createDesk({ ...parts, roster, sessions, journal });
  const alerting = startAlerting({
    ...parts,
    allowLoopback: options.allowLoopbackWebhooks ?? false,
  });
  if (options.project) store.projectSettings.put(OWN_PROJECT, options.project);
  const traffic = createSyntheticTraffic({
    clock,
    writer: store.syntheticConversations,
    project: OWN_PROJECT,
  });
  if (synthetic) traffic.add(synthetic);

  const connections = createConnectionRegistry();
  const expire = (sessionId: string | undefined) => expireSessions(sessions, sessionId);
  const newSeed = () => randomInt(2 ** 32);
  const faults = createFaults({ connections, expire, now, newSeed, log });
  const contexts = new Map<string, ContextFields>();
  const { connector, keys, closeSockets } = serveHosts(parts, {
    sessions,
    desk,
    faults,
    connections,
    contexts,
  });
  const servers = [hosts.messaging, hosts.base, hosts.platform];
  log(`listening on ${servers.map(({ url }) => url).join(', ')}`);

  async function stop() {
    desk.dispose();
    roster.dispose();
    sessions.dispose();
    alerting.dispose();
    traffic.dispose();
    closeSockets();
    await Promise.all(servers.map((server) => server.close()));
    store.close();
  }
  let stopped: Promise<void> | undefined;

  return {
    messagingUrl: hosts.messaging.url,
    connectorToken: connector?.token ?? '',
    hostIdentifier: connector?.hosts[0] ?? '',
    baseUrl: hosts.base.url,
    platformUrl: hosts.platform.url,
    outboundUrl: hosts.platform.url,
    ...keys,
    ...OWN_PROJECT,
    branchId: WORKING_BRANCH,
    putHandoffState: (state) => store.handoffStates.put(OWN_PROJECT, state),
    generate: (more) => traffic.add(withSyntheticDefaults(more, now())),
    evaluateAlerts({ from, to }) {
      if (!(from <= to && to <= now() && to - from <= MAX_EVALUATED_MS))
        throw new Error('unable to evaluate alerts; expected a range of the past of at most 31 days');
      alerting.evaluatePast(from, to);
    },
    annotationsOf: (conversationId) => store.annotations.annotationsOf(conversationId),
    connections: (sessionId) =>
      liveSessions(sessions, sessionId).reduce((count, session) => count + session.connectionCount(), 0),
    terminateConnections: (sessionId) => connections.disconnect(sessionId, 'terminate'),
    expireSession: (sessionId) => expire(sessionId) > 0,
    refuseNext: (call, refusal) => void faults.add([refusalFault(call, refusal)]),
    journalOf: (sessionId) => journal.events(sessionId, 0),
    contextOf: (sessionId) => contexts.get(sessionId),
    sessions: () => journal.sessionIds(),
    close() {
      stopped ??= stop();
      return stopped;
    },
  };
}
