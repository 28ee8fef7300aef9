import type { SessionState } from '../../../src/protocol/relay.ts';
import type { FakeClock } from '../fake-clock.ts';
import type { Agent } from './agent.ts';
import type { Fates } from './fate.ts';
import { createLink, type Link, type PageEnd } from './link.ts';
import { historyOf } from './replay.ts';
import { createSession, type Session, type Ways } from './session.ts';
import { type ClientFrame, createStore } from './store.ts';

/**
 * The platform: it keeps its journals whatever happens to the links, stores within two seconds and does not drop repeats,
 * as the real one.
 */
export interface Platform {
  readonly sessions: ReadonlyMap<string, Session>;
  create(): Session;
  /** A handshake, answered after a moment. */
  connect(url: URL, page: PageEnd): Link;
  take(link: Link, sessionId: string, frame: ClientFrame, bytes: number): void;
  /** What a handshake would find now. */
  stateOf(session: Session): SessionState;
  end(session: Session, reason?: string): void;
  /** Nobody can open the session any more, and what is said in it is lost. */
  expire(session: Session): void;
  /** Every socket is closed, every handshake refused for a while; the journals stay. */
  restart(forMs: number): void;
  /** It is up, and its links are what they seem. */
  heal(): void;
}

const IDLE_MS = 600_000;
const HANDSHAKE_MS = 30;
const SLOW_HANDSHAKE_MS = 4_000;
const CROWDED_MS = 3_000;
const STORE_MS = 20;
const SLOW_STORE_MS = 1_500;
const MAX_BYTES = 131_072;

export function createPlatform(
  ways: Ways,
  {
    clock,
    fates,
    agent,
    broken,
  }: { clock: FakeClock; fates: Fates; agent: Agent; broken: (rule: string) => void },
): Platform {
  const sessions = new Map<string, Session>();
  const links = new Map<Link, Session>();
  const idleTimers = new Map<Session, () => void>();
  const storedAt = new WeakMap<Link, number>();
  const store = createStore({ clock, fates, agent, end, broken });
  let isDownUntil = 0;

  const linksOf = (session: Session) => [...links].filter(([, it]) => it === session).map(([link]) => link);

  /** Whoever closes tells nobody at the end of a dead link. */
  function close(open: readonly Link[], code: number): void {
    for (const link of open) if (!link.isDead) link.cut(code);
  }

  // spec messaging §3: without any client frame for ten minutes a session is over.
  function isUsed(session: Session): void {
    idleTimers.get(session)?.();
    idleTimers.set(
      session,
      clock.after(IDLE_MS, () => end(session, 'REASON_USER_ABANDONED')),
    );
  }

  function end(session: Session, reason = 'REASON_NATURAL_END'): void {
    if (!session.say('SESSION_END', { reason })) return;
    session.state = 'over';
    clock.after(50, () => close(linksOf(session), 1000));
  }

  function lose(session: Session, gone: Session['gone']): void {
    if (session.state === 'open') session.gone = gone;
    session.state = 'gone';
    // Who gets no heartbeats can only learn of it by a broken link.
    if (session.ways.heartbeatSeconds === 0) for (const link of linksOf(session)) link.cut(1006);
  }

  function stateOf(session: Session): SessionState {
    if (session.state === 'gone') return session.gone;
    if (session.state === 'over' && !session.ways.keepsEnded) return 'expired';
    if (clock.now() < isDownUntil) return 'unreachable';
    return clock.now() < session.crowdedUntil ? 'too_many_connections' : 'alive';
  }

  function shakeHands(link: Link, session: Session, cursor: number): void {
    const fate = fates.next('handshake');
    if (fate === 'silent') return;
    if (fate === '401') lose(session, 'token_mismatch');
    if (fate === '404') lose(session, 'expired');
    if (fate === '429') session.crowdedUntil = clock.now() + CROWDED_MS;
    if (fate === '400' || fate === 'unreachable' || stateOf(session) !== 'alive') return link.refuse();
    const accept = () => {
      if (!link.accept()) return;
      links.set(link, session);
      session.listeners.add(link);
      for (const frame of historyOf(session, cursor, fates.next('replay'))) link.deliver(frame);
      if (session.state === 'over') clock.after(50, () => close([link], 1000));
    };
    if (fate === 'slow') clock.after(SLOW_HANDSHAKE_MS, accept);
    else accept();
  }

  return {
    sessions,
    create() {
      const session = createSession(`session-${sessions.size + 1}`, ways, clock);
      sessions.set(session.id, session);
      isUsed(session);
      return session;
    },
    connect(url, page) {
      const session = sessions.get(url.searchParams.get('session_id') ?? '');
      const link = createLink(page, {
        clock,
        fates,
        onGone(it) {
          links.delete(it);
          session?.listeners.delete(it);
        },
      });
      clock.after(HANDSHAKE_MS, () => {
        if (!session || !page.isOnline()) link.refuse();
        else shakeHands(link, session, Number(url.searchParams.get('cursor') ?? 0));
      });
      return link;
    },
    take(link, sessionId, frame, bytes) {
      const session = sessions.get(sessionId);
      if (!session || link.isDead) return;
      isUsed(session);
      if (bytes > (session.ways.maxBytes ?? MAX_BYTES)) return link.breakOff(1009);
      if (frame.type === 'EVENT_TYPE_HEARTBEAT') return session.beat(link);
      const fate = fates.next('up');
      if (frame.type === 'EVENT_TYPE_USER_TYPING' || fate === 'lost') return;
      if (fate === 'half-open') return link.die();
      if (fate === 'cut-before') return link.breakOff();
      if (fate === 'cut-storing') link.breakOff();
      // What comes in on one link is stored in the order in which it came.
      const inMs = fate === 'slow' || fate === 'cut-storing' ? SLOW_STORE_MS : STORE_MS;
      const storeAt = Math.max(clock.now() + inMs, storedAt.get(link) ?? 0);
      storedAt.set(link, storeAt);
      clock.after(storeAt - clock.now(), () => {
        store(link, session, frame, fate);
        if (fate === 'cut-after') link.cut();
      });
    },
    stateOf,
    end,
    expire: (session) => lose(session, 'expired'),
    restart(forMs) {
      isDownUntil = clock.now() + forMs;
      close([...links.keys()], 1012);
    },
    heal() {
      isDownUntil = 0;
      for (const session of sessions.values()) session.crowdedUntil = 0;
      // Without heartbeats nobody but the network itself can tell that a link is dead.
      for (const [link, { ways }] of [...links]) {
        if (link.isDead && ways.heartbeatSeconds === 0) link.cut(1006);
      }
    },
  };
}
