import type { SessionState } from '../../../src/protocol/relay.ts';
import type { FakeClock } from '../fake-clock.ts';
import type { Agent } from './agent.ts';
import type { Disruptions } from './disruptions.ts';
import { historyOf } from './history.ts';
import { createSession, type PlatformSettings, type Session } from './session.ts';
import { createSimulatedSocket, type SimulatedSocket, type SocketClient } from './simulated-socket.ts';
import { type ClientFrame, createStore } from './store.ts';

/**
 * Simulated platform. As the real one it keeps its journals when sockets break, stores frames within two seconds and stores
 * repeats twice (M-9.1).
 */
export interface Platform {
  readonly sessions: ReadonlyMap<string, Session>;
  create(): Session;
  /** Starts a handshake, which is answered after a moment. */
  connect(url: URL, page: SocketClient): SimulatedSocket;
  receive(socket: SimulatedSocket, sessionId: string, frame: ClientFrame, bytes: number): void;
  /** Result of a handshake at this time (M-3.4 to M-3.7). */
  stateOf(session: Session): SessionState;
  end(session: Session, reason?: string): void;
  /** Makes the session impossible to open; later frames are lost. */
  expire(session: Session): void;
  /** Closes every socket and refuses handshakes for a while. The journals stay. */
  restart(forMs: number): void;
  /** Ends restarts and closes sockets that are dead without the client's knowledge. */
  recover(): void;
}

const IDLE_MS = 600_000;
const HANDSHAKE_MS = 30;
const SLOW_HANDSHAKE_MS = 4_000;
const FULL_MS = 3_000;
const STORE_MS = 20;
const SLOW_STORE_MS = 1_500;
const MAX_BYTES = 131_072;

export function createPlatform(
  settings: PlatformSettings,
  {
    clock,
    disruptions,
    agent,
    violation,
  }: { clock: FakeClock; disruptions: Disruptions; agent: Agent; violation: (rule: string) => void },
): Platform {
  const sessions = new Map<string, Session>();
  const sockets = new Map<SimulatedSocket, Session>();
  const idleTimers = new Map<Session, () => void>();
  const storedAt = new WeakMap<SimulatedSocket, number>();
  const store = createStore({ clock, disruptions, agent, end, violation });
  let isDownUntil = 0;

  const socketsOf = (session: Session) =>
    [...sockets].filter(([, socket]) => socket === session).map(([socket]) => socket);

  /** Closes sockets. The client of a dead socket does not learn of it. */
  function close(open: readonly SimulatedSocket[], code: number): void {
    for (const socket of open) if (!socket.isDead) socket.cut(code);
  }

  /** M-3.11: a session ends after ten minutes without any client frame. */
  function restartIdleTimer(session: Session): void {
    idleTimers.get(session)?.();
    idleTimers.set(
      session,
      clock.after(IDLE_MS, () => end(session, 'REASON_USER_ABANDONED')),
    );
  }

  function end(session: Session, reason = 'REASON_NATURAL_END'): void {
    if (!session.append('SESSION_END', { reason })) return;
    session.state = 'over';
    clock.after(50, () => close(socketsOf(session), 1000));
  }

  function removeSession(session: Session, gone: Session['goneState']): void {
    if (session.state === 'open') session.goneState = gone;
    session.state = 'gone';
    // Without heartbeats a client learns of it only from a broken socket.
    if (session.settings.heartbeatSeconds === 0) for (const socket of socketsOf(session)) socket.cut(1006);
  }

  function stateOf(session: Session): SessionState {
    if (session.state === 'gone') return session.goneState;
    if (session.state === 'over' && !session.settings.keepsEnded) return 'expired';
    if (clock.now() < isDownUntil) return 'unreachable';
    return clock.now() < session.fullUntil ? 'too_many_connections' : 'alive';
  }

  function shakeHands(socket: SimulatedSocket, session: Session, cursor: number): void {
    const disruption = disruptions.next('handshake');
    if (disruption === 'silent') return;
    if (disruption === '401') removeSession(session, 'token_mismatch');
    if (disruption === '404') removeSession(session, 'expired');
    if (disruption === '429') session.fullUntil = clock.now() + FULL_MS;
    if (disruption === '400' || disruption === 'unreachable' || stateOf(session) !== 'alive')
      return socket.refuse();
    const accept = () => {
      if (!socket.accept()) return;
      sockets.set(socket, session);
      session.listeners.add(socket);
      for (const frame of historyOf(session, cursor, disruptions.next('replay'))) socket.deliver(frame);
      if (session.state === 'over') clock.after(50, () => close([socket], 1000));
    };
    if (disruption === 'slow') clock.after(SLOW_HANDSHAKE_MS, accept);
    else accept();
  }

  return {
    sessions,
    create() {
      const session = createSession(`session-${sessions.size + 1}`, settings, clock);
      sessions.set(session.id, session);
      restartIdleTimer(session);
      return session;
    },
    connect(url, page) {
      const session = sessions.get(url.searchParams.get('session_id') ?? '');
      const socket = createSimulatedSocket(page, {
        clock,
        disruptions,
        onGone(item) {
          sockets.delete(item);
          session?.listeners.delete(item);
        },
      });
      clock.after(HANDSHAKE_MS, () => {
        if (!session || !page.isOnline()) socket.refuse();
        else shakeHands(socket, session, Number(url.searchParams.get('cursor') ?? 0));
      });
      return socket;
    },
    receive(socket, sessionId, frame, bytes) {
      const session = sessions.get(sessionId);
      if (!session || socket.isDead) return;
      restartIdleTimer(session);
      if (bytes > (session.settings.maxBytes ?? MAX_BYTES)) return socket.breakSoon(1009);
      if (frame.type === 'EVENT_TYPE_HEARTBEAT') return session.echoHeartbeat(socket);
      const disruption = disruptions.next('up');
      if (frame.type === 'EVENT_TYPE_USER_TYPING' || disruption === 'lost') return;
      if (disruption === 'half-open') return socket.stopPassing();
      if (disruption === 'cut-before') return socket.breakSoon();
      if (disruption === 'cut-storing') socket.breakSoon();
      // Frames of one socket are stored in the order of arrival.
      const inMs = disruption === 'slow' || disruption === 'cut-storing' ? SLOW_STORE_MS : STORE_MS;
      const storeAt = Math.max(clock.now() + inMs, storedAt.get(socket) ?? 0);
      storedAt.set(socket, storeAt);
      clock.after(storeAt - clock.now(), () => {
        store(socket, session, frame, disruption);
        if (disruption === 'cut-after') socket.cut();
      });
    },
    stateOf,
    end,
    expire: (session) => removeSession(session, 'expired'),
    restart(forMs) {
      isDownUntil = clock.now() + forMs;
      close([...sockets.keys()], 1012);
    },
    recover() {
      isDownUntil = 0;
      for (const session of sessions.values()) session.fullUntil = 0;
      // Without heartbeats only the network reveals that a socket is dead.
      for (const [socket, { settings }] of [...sockets]) {
        if (socket.isDead && settings.heartbeatSeconds === 0) socket.cut(1006);
      }
    },
  };
}
