import { startDeadline } from '../../base/deadline.ts';
import { err, ok, type Result } from '../../base/result.ts';
import type { DialectMemory } from '../../platform/index.ts';
import {
  type FeedbackRequest,
  type SeenRequest,
  type SessionGrant,
  type SessionState,
  socketUrl,
} from '../../protocol/relay.ts';
import type { ServerConfig, SiteConfig } from '../config/config.ts';
import type { Failure } from '../http/problem.ts';
import type { Log } from '../log/log.ts';
import type { SiteServices } from '../services/services.ts';
import type { SessionLimits } from '../store/limits.ts';
import type { SessionRecord, SessionStore } from '../store/sessions.ts';
import { type Connect, stateOf } from '../upstream/handshake.ts';
import type { MessagingHost, Visitor } from '../upstream/messaging-host.ts';
import type { Binding } from './binding.ts';

/** The `Cookie` header of a request. It identifies the browser that created the session. */
export type Cookies = string | null;

export const cookiesOf = (request: Request): Cookies => request.headers.get('cookie');

/** A grant for the relay itself. The relay reads and forwards both dialects. */
export type PlatformGrant = Omit<SessionGrant, 'dialect' | 'dialect_assumed'>;

export interface Created {
  readonly grant: SessionGrant;
  /** The cookie that binds the session to this browser. */
  readonly setCookie: string | undefined;
}

export interface AdmittedFeedback {
  /** The session has feedback already. */
  readonly isRepeated: boolean;
  /** The browser no longer needs its cookie. */
  readonly isLast: boolean;
}

export interface SessionPorts
  extends Pick<SiteServices, 'clock' | 'metrics' | 'stop'>,
    Pick<ServerConfig, 'socket'> {
  readonly store: SessionStore;
  readonly binding: Binding;
  readonly host: MessagingHost;
  readonly connect: Connect;
  readonly limits: SessionLimits;
  /** The dialect of the messaging host; used with `auto`. */
  readonly dialects: DialectMemory;
}

/** Pattern of the platform's session ids (see messaging-host.ts); other ids are not looked up. */
const SESSION_ID = /^[\w.~-]{1,200}$/;
const HANDSHAKE_MS = 5_000;
/** Deadline to detect the dialect in the history. */
const LISTEN_MS = 1_000;
/** Time during which an ended session is not reported as unknown. */
const REMEMBERED_MS = 3_600_000;

/** The sessions of a site. A session that belongs to another browser is reported as unknown. */
export function createSessions(
  config: SiteConfig,
  { clock, socket, store, binding, host, connect, limits, metrics, dialects, stop }: SessionPorts,
) {
  const websocketUrl = `${config.messagingUrl.replace(/^http/, 'ws')}/ws`;
  /** M-1.8: in proxy mode the relay reads every frame anyway. */
  const listensForDialect = config.dialect === 'auto' && socket === 'direct';
  /** Handshakes in progress. Concurrent requests share one, since a session has only ten connections. */
  const handshakes = new Map<string, Promise<Result<SessionState, Failure>>>();

  const platformGrant = (session_id: string, accessToken: string, expiresAt: number): PlatformGrant => ({
    session_id,
    access_token: accessToken,
    expires_in: Math.ceil((expiresAt - clock.now()) / 1_000),
    websocket_url: websocketUrl,
    ...(config.chunkJoin === 'none' ? {} : { chunk_join: config.chunkJoin }),
  });

  /** M-1.8: the configured dialect, else the last detected one as an assumption. */
  const withDialect = async (grant: PlatformGrant): Promise<SessionGrant> =>
    config.dialect === 'auto'
      ? { ...grant, dialect: (await dialects.read()) ?? 'service', dialect_assumed: true }
      : { ...grant, dialect: config.dialect };

  /** Looks up a session. Sessions of other browsers and unknown sessions give the same failure. */
  async function find(
    sessionId: string,
    cookies: Cookies,
    isDeletedKnown = false,
  ): Promise<Result<SessionRecord, Failure>> {
    const record = SESSION_ID.test(sessionId) ? await store.get(sessionId) : undefined;
    const isAdmitted = binding.admits(sessionId, cookies, record?.binding);
    const isKnown = record && (record.status !== 'deleted' || isDeletedKnown);
    return isKnown && isAdmitted ? ok(record) : err({ failed: 'session-unknown' });
  }

  /** Returns the session's grant without contacting the platform. */
  async function getGrant(sessionId: string, cookies: Cookies): Promise<Result<PlatformGrant, Failure>> {
    const found = await find(sessionId, cookies);
    if (!found.ok) return found;
    const record = found.value;
    if (record.status !== 'open' || record.expiresAt <= clock.now())
      return err({ failed: 'session-expired' });
    return ok(platformGrant(sessionId, record.accessToken, record.expiresAt));
  }

  /** Records that the platform has ended the session. */
  async function markEnded(sessionId: string): Promise<void> {
    // The session may have been deleted in the meantime.
    const record = await store.get(sessionId);
    if (record?.status !== 'open') return;
    metrics.session('ended');
    await store.put(sessionId, { status: 'over', binding: record.binding }, clock.now() + REMEMBERED_MS);
  }

  async function tryHandshake(session: PlatformGrant): Promise<Result<SessionState, Failure>> {
    const refused = await limits.consume('handshakeBySession', session.session_id);
    if (refused) return err(refused);
    const deadline = startDeadline(clock, HANDSHAKE_MS, stop);
    const listening = listensForDialect ? startDeadline(clock, LISTEN_MS, stop) : undefined;
    const handshake = await connect(socketUrl(session, 0), deadline.signal, listening?.signal);
    deadline.clear();
    if (handshake.kind === 'opened' && handshake.dialect)
      void handshake.dialect.then((dialect) => dialect && dialects.learn(dialect)).finally(listening?.clear);
    else listening?.clear();
    const state = stateOf(handshake);
    if (state === 'expired') await markEnded(session.session_id);
    return ok(state);
  }

  return {
    async create(visitor: Visitor, cookies: Cookies, log: Log): Promise<Result<Created, Failure>> {
      // Test the store first, or the platform may create a session that cannot be stored.
      await store.check();
      const started = await host.startSession(visitor, log);
      if (!started.ok) return err({ failed: 'messaging', error: started.error });
      const { sessionId, accessToken } = started.value;
      const maxAgeMs = config.sessionMaxAgeMs ?? Number.POSITIVE_INFINITY;
      const expiresAt = Math.min(started.value.expiresAt, clock.now() + maxAgeMs);
      metrics.session('created');
      const newGrant = { ...(await withDialect(platformGrant(sessionId, accessToken, expiresAt))), seen: 0 };
      const bound = binding.bind(sessionId, cookies, newGrant.expires_in);
      const record = { status: 'open', accessToken, expiresAt, binding: bound?.hash } as const;
      await store.put(sessionId, record, expiresAt + REMEMBERED_MS);
      return ok({ grant: newGrant, setCookie: bound?.setCookie });
    },
    getGrant,
    markEnded,
    /** Like `getGrant`, for a returning visitor; counted in the metrics. */
    async resume(sessionId: string, cookies: Cookies): Promise<Result<SessionGrant, Failure>> {
      const result = await getGrant(sessionId, cookies);
      if (!result.ok) return result;
      metrics.session('resumed');
      return ok({ ...(await withDialect(result.value)), seen: await store.seen(sessionId) });
    },
    /** Stores the last seen sequence for the visitor's next page (M-3.18). */
    async markSeen(
      sessionId: string,
      cookies: Cookies,
      { sequence }: SeenRequest,
    ): Promise<Result<void, Failure>> {
      const found = await find(sessionId, cookies);
      if (!found.ok) return found;
      if (found.value.status !== 'open') return err({ failed: 'session-expired' });
      const refused = await limits.consume('seenBySession', sessionId);
      if (refused) return err(refused);
      await store.putSeen(sessionId, sequence, found.value.expiresAt);
      return ok(undefined);
    },
    /** Determines the state of a session by a handshake with the platform, and records an ended session. */
    async status(sessionId: string, cookies: Cookies): Promise<Result<SessionState, Failure>> {
      const known = await getGrant(sessionId, cookies);
      if (!known.ok) return known.error.failed === 'session-expired' ? ok('expired') : known;
      const running =
        handshakes.get(sessionId) ?? tryHandshake(known.value).finally(() => handshakes.delete(sessionId));
      handshakes.set(sessionId, running);
      return running;
    },
    /** Deletes a session. If the site collects feedback, it is still accepted for a while. */
    async delete(sessionId: string, cookies: Cookies): Promise<Result<void, Failure>> {
      const found = await find(sessionId, cookies);
      if (!found.ok) return found;
      if (config.widget.feedback) {
        const kept = { status: 'deleted', binding: found.value.binding } as const;
        await store.put(sessionId, kept, clock.now() + REMEMBERED_MS);
      } else await store.delete(sessionId);
      metrics.session('forgotten');
      return ok(undefined);
    },
    /** Submits the page's token about the visitor to the platform (M-7.10). */
    async submitContext(
      sessionId: string,
      cookies: Cookies,
      token: string,
      log: Log,
    ): Promise<Result<void, Failure>> {
      const known = await getGrant(sessionId, cookies);
      if (!known.ok) return known;
      const refused = await limits.consume('contextBySession', sessionId);
      if (refused) return err(refused);
      const submitted = await host.submitContext(known.value, token, log);
      if (submitted.ok) return submitted;
      return submitted.error.kind === 'unprocessable'
        ? err({ failed: 'unprocessable', errors: [{ field: 'token', message: 'the platform refuses it' }] })
        : err({ failed: 'messaging', error: submitted.error });
    },
    /**
     * Admits feedback, also after the session was deleted: one about the session, and any number about its messages, because
     * visitors may change these ratings.
     */
    async admitFeedback(
      sessionId: string,
      cookies: Cookies,
      { message_id }: Pick<FeedbackRequest, 'message_id'>,
    ): Promise<Result<AdmittedFeedback, Failure>> {
      const found = await find(sessionId, cookies, true);
      if (!found.ok) return found;
      if (message_id !== undefined) {
        const refused = await limits.consume('messageFeedbackBySession', sessionId);
        return refused ? err(refused) : ok({ isRepeated: false, isLast: false });
      }
      const isFirst = await store.claimFeedback(sessionId, clock.now() + REMEMBERED_MS);
      return ok({ isRepeated: !isFirst, isLast: found.value.status === 'deleted' });
    },
  };
}
