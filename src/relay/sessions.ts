import type { Clock } from '../base/clock.ts';
import { startDeadline } from '../base/deadline.ts';
import { err, ok, type Result } from '../base/result.ts';
import { type SessionGrant, type SessionState, socketUrl } from '../protocol/relay.ts';
import type { RelayConfig } from './config.ts';
import { type Connect, stateOf } from './handshake.ts';
import type { SessionLimits } from './limits.ts';
import type { Log } from './log.ts';
import type { MessagingHost, Visitor } from './messaging-host.ts';
import type { Metrics } from './metrics.ts';
import type { Failure } from './problem.ts';
import type { SessionStore } from './store/sessions.ts';

/** What the relay does about sessions, free of HTTP. */
export interface Sessions {
  create(visitor: Visitor, log: Log): Promise<Result<SessionGrant, Failure>>;
  /** The same grant again, without asking the platform. */
  resume(sessionId: string): Promise<Result<SessionGrant, Failure>>;
  /** Tries a handshake with the platform; what is over is remembered as over. */
  status(sessionId: string): Promise<Result<SessionState, Failure>>;
  forget(sessionId: string): Promise<void>;
}

export interface SessionPorts {
  readonly clock: Clock;
  readonly store: SessionStore;
  readonly host: MessagingHost;
  readonly connect: Connect;
  readonly metrics: Metrics;
  readonly limits: SessionLimits;
  /** Goes off when the relay closes. */
  readonly stop: AbortSignal;
}

const HANDSHAKE_MS = 5_000;
/** How long a session that is over is told from one that never was. */
const REMEMBERED_MS = 3_600_000;

export function createSessions(
  config: RelayConfig,
  { clock, store, host, connect, limits, metrics, stop }: SessionPorts,
): Sessions {
  const websocketUrl = `${config.messagingUrl.replace(/^http/, 'ws')}/ws`;
  /** A visitor with many tabs asks many times; one handshake answers them all, and takes one of the ten places. */
  const probes = new Map<string, Promise<Result<SessionState, Failure>>>();

  const grant = (session_id: string, accessToken: string, expiresAt: number): SessionGrant => ({
    session_id,
    access_token: accessToken,
    expires_in: Math.ceil((expiresAt - clock.now()) / 1_000),
    websocket_url: websocketUrl,
    dialect: config.dialect,
  });

  async function granted(sessionId: string): Promise<Result<SessionGrant, Failure>> {
    const record = await store.get(sessionId);
    if (!record) return err({ failed: 'session-unknown' });
    if (record.at === 'over' || record.expiresAt <= clock.now()) return err({ failed: 'session-expired' });
    return ok(grant(sessionId, record.accessToken, record.expiresAt));
  }

  async function probe(session: SessionGrant): Promise<Result<SessionState, Failure>> {
    const refused = await limits.spend('handshakeBySession', session.session_id);
    if (refused) return err(refused);
    const deadline = startDeadline(clock, HANDSHAKE_MS, stop);
    const state = stateOf(await connect(socketUrl(session, 0), deadline.signal));
    deadline.clear();
    if (state === 'expired') {
      metrics.session('expired');
      await store.put(session.session_id, { at: 'over' }, clock.now() + REMEMBERED_MS);
    }
    return ok(state);
  }

  return {
    async create(visitor, log) {
      // Before the platform is asked: a session that cannot be kept would only be made again, and again.
      await store.check();
      const started = await host.startSession(visitor, log);
      if (!started.ok) return err({ failed: 'messaging', fault: started.error });
      const { sessionId, accessToken, expiresAt } = started.value;
      metrics.session('created');
      await store.put(sessionId, { at: 'open', accessToken, expiresAt }, expiresAt + REMEMBERED_MS);
      return ok(grant(sessionId, accessToken, expiresAt));
    },
    async resume(sessionId) {
      const result = await granted(sessionId);
      if (result.ok) metrics.session('resumed');
      return result;
    },
    async status(sessionId) {
      const known = await granted(sessionId);
      if (!known.ok) return known.error.failed === 'session-expired' ? ok('expired') : known;
      const running = probes.get(sessionId) ?? probe(known.value).finally(() => probes.delete(sessionId));
      probes.set(sessionId, running);
      return running;
    },
    async forget(sessionId) {
      await store.forget(sessionId);
      metrics.session('forgotten');
    },
  };
}
