import type { Clock } from '../base/clock.ts';
import { startDeadline } from '../base/deadline.ts';
import { err, ok, type Result } from '../base/result.ts';
import { type SessionGrant, type SessionState, socketUrl } from '../protocol/relay.ts';
import type { Binding } from './binding.ts';
import type { RelayConfig } from './config/config.ts';
import type { Metrics } from './health/metrics.ts';
import type { SessionLimits } from './limits.ts';
import type { Log } from './log.ts';
import type { Failure } from './problem.ts';
import type { SessionRecord, SessionStore } from './store/sessions.ts';
import { type Connect, stateOf } from './upstream/handshake.ts';
import type { MessagingHost, Visitor } from './upstream/messaging-host.ts';

/** The `Cookie` header of a request: whether it comes from the browser that began the session. */
export type Cookies = string | null;

/** What the relay does about sessions, free of HTTP but for cookies. What belongs to another browser is as good as unknown. */
export interface Sessions {
  create(visitor: Visitor, cookies: Cookies, log: Log): Promise<Result<Created, Failure>>;
  /** The grant that the session has, without asking the platform. */
  granted(sessionId: string, cookies: Cookies): Promise<Result<SessionGrant, Failure>>;
  /** The same, for a visitor who comes back. */
  resume(sessionId: string, cookies: Cookies): Promise<Result<SessionGrant, Failure>>;
  /** Tries a handshake with the platform; what is over is remembered as over. */
  status(sessionId: string, cookies: Cookies): Promise<Result<SessionState, Failure>>;
  /** Remembers it as over: the platform has said so. */
  end(sessionId: string): Promise<void>;
  forget(sessionId: string, cookies: Cookies): Promise<Result<void, Failure>>;
}

export interface Created {
  readonly grant: SessionGrant;
  /** What ties the session to this browser. */
  readonly setCookie: string | undefined;
}

export interface SessionPorts {
  readonly clock: Clock;
  readonly store: SessionStore;
  readonly binding: Binding;
  readonly host: MessagingHost;
  readonly connect: Connect;
  readonly metrics: Metrics;
  readonly limits: SessionLimits;
  /** Goes off when the relay closes. */
  readonly stop: AbortSignal;
}

/** What no id of the platform's looks like (messaging-host.ts) need not be looked for. */
const ID = /^[\w.~-]{1,200}$/;
const HANDSHAKE_MS = 5_000;
/** How long a session that is over is told from one that never was. */
const REMEMBERED_MS = 3_600_000;

export function createSessions(
  config: RelayConfig,
  { clock, store, binding, host, connect, limits, metrics, stop }: SessionPorts,
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

  /** The one place where a session is looked up. No word tells a session of another browser from one that never was. */
  async function find(sessionId: string, cookies: Cookies): Promise<Result<SessionRecord, Failure>> {
    const record = ID.test(sessionId) ? await store.get(sessionId) : undefined;
    const isAdmitted = binding.admits(sessionId, cookies, record?.binding);
    return record && isAdmitted ? ok(record) : err({ failed: 'session-unknown' });
  }

  async function granted(sessionId: string, cookies: Cookies): Promise<Result<SessionGrant, Failure>> {
    const found = await find(sessionId, cookies);
    if (!found.ok) return found;
    const record = found.value;
    if (record.at === 'over' || record.expiresAt <= clock.now()) return err({ failed: 'session-expired' });
    return ok(grant(sessionId, record.accessToken, record.expiresAt));
  }

  async function end(sessionId: string): Promise<void> {
    // Unless it was forgotten meanwhile.
    const record = await store.get(sessionId);
    if (record?.at !== 'open') return;
    metrics.session('ended');
    await store.put(sessionId, { at: 'over', binding: record.binding }, clock.now() + REMEMBERED_MS);
  }

  async function probe(session: SessionGrant): Promise<Result<SessionState, Failure>> {
    const refused = await limits.spend('handshakeBySession', session.session_id);
    if (refused) return err(refused);
    const deadline = startDeadline(clock, HANDSHAKE_MS, stop);
    const state = stateOf(await connect(socketUrl(session, 0), deadline.signal));
    deadline.clear();
    if (state === 'expired') await end(session.session_id);
    return ok(state);
  }

  return {
    async create(visitor, cookies, log) {
      // Before the platform is asked: a session that cannot be kept would only be made again, and again.
      await store.check();
      const started = await host.startSession(visitor, log);
      if (!started.ok) return err({ failed: 'messaging', fault: started.error });
      const { sessionId, accessToken, expiresAt } = started.value;
      metrics.session('created');
      const granted = grant(sessionId, accessToken, expiresAt);
      const bound = binding.bind(sessionId, cookies, granted.expires_in);
      const record = { at: 'open', accessToken, expiresAt, binding: bound?.hash } as const;
      await store.put(sessionId, record, expiresAt + REMEMBERED_MS);
      return ok({ grant: granted, setCookie: bound?.setCookie });
    },
    granted,
    end,
    async resume(sessionId, cookies) {
      const result = await granted(sessionId, cookies);
      if (result.ok) metrics.session('resumed');
      return result;
    },
    async status(sessionId, cookies) {
      const known = await granted(sessionId, cookies);
      if (!known.ok) return known.error.failed === 'session-expired' ? ok('expired') : known;
      const running = probes.get(sessionId) ?? probe(known.value).finally(() => probes.delete(sessionId));
      probes.set(sessionId, running);
      return running;
    },
    async forget(sessionId, cookies) {
      const found = await find(sessionId, cookies);
      if (!found.ok) return found;
      await store.forget(sessionId);
      metrics.session('forgotten');
      return ok(undefined);
    },
  };
}
