import { type Dialect, oneofKey, type Stem, wireType } from '../../../src/protocol/dialect.ts';
import type { FakeClock } from '../fake-clock.ts';

/** One session of the platform: a journal that only grows, whatever happens to the links. */

export interface StoredEvent {
  readonly id: string;
  readonly sequence: number;
  readonly stem: Stem;
  readonly at: number;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly metadata?: unknown;
}

/** The id that a page gave to a message of the visitor's. */
export const clientIdOf = ({ metadata }: StoredEvent): string | undefined =>
  (metadata as { custom?: Record<string, string> } | undefined)?.custom?.['client_event_id'];

/** One frame of the platform, and which events of the journal are in it. */
export interface Frame {
  readonly text: string;
  readonly events: readonly StoredEvent[];
  readonly isBatch: boolean;
  /** It lights an indicator. */
  readonly isTyping: boolean;
}

/** Whoever the platform tells of this session: a socket. */
export interface Listener {
  deliver(frame: Frame): void;
}

/** What the platform advertises of a session, and its ways. */
export interface Ways {
  readonly dialect: Dialect;
  readonly heartbeatSeconds: number | undefined;
  readonly attempts: number | undefined;
  readonly maxBytes: number | undefined;
  /** The first chunk's index. */
  readonly firstChunk: 0 | 1;
  /** The history of an ended session can still be read; otherwise its handshakes are refused. */
  readonly keepsEnded: boolean;
}

export interface Session {
  readonly id: string;
  readonly ways: Ways;
  readonly journal: readonly StoredEvent[];
  readonly listeners: Set<Listener>;
  /** `over`: SESSION_END is in the journal. `gone`: nobody can open it any more. */
  state: 'open' | 'over' | 'gone';
  /** What the relay finds of a session that is gone. */
  gone: 'expired' | 'token_mismatch';
  /** Handshakes are refused until then: ten sockets are open elsewhere. */
  crowdedUntil: number;
  hasAgent: boolean;
  /** Requests for the agent in the journal. */
  joinRequests: number;
  handoff: 'none' | 'under-way' | 'live';
  /** Journals it and tells everybody, but for `except`; undefined once nothing can be stored any more. */
  say(
    stem: Stem,
    payload?: Record<string, unknown>,
    by?: { metadata?: unknown; except?: Listener },
  ): StoredEvent | undefined;
  /** Tells everybody, and keeps nothing. */
  whisper(stem: Stem, payload?: Record<string, unknown>): void;
  /** Gives a heartbeat back. */
  beat(listener: Listener): void;
  frame(event: StoredEvent): Frame;
  /** One EVENT_BATCH of events, their payloads under `payload` or under a key named after the type. */
  batch(events: readonly StoredEvent[], by: 'payload' | 'type'): Frame;
}

const isTyping = (stem: Stem) => stem === 'AGENT_THINKING' || stem === 'LIVE_AGENT_TYPING';

export function createSession(id: string, ways: Ways, clock: FakeClock): Session {
  const journal: StoredEvent[] = [];
  const listeners = new Set<Listener>();
  let transients = 0;

  const wire = ({ stem, at, ...event }: StoredEvent) => ({
    ...event,
    type: wireType(stem, ways.dialect),
    timestamp: new Date(at).toISOString(),
  });
  const byType = (event: StoredEvent) => {
    const { payload, ...rest } = wire(event);
    return { ...rest, [oneofKey(rest.type)]: payload };
  };

  const session: Session = {
    id,
    ways,
    journal,
    listeners,
    state: 'open',
    gone: 'expired',
    crowdedUntil: 0,
    hasAgent: false,
    joinRequests: 0,
    handoff: 'none',
    say(stem, payload = {}, { metadata, except } = {}) {
      if (session.state !== 'open') return undefined;
      const sequence = journal.length + 1;
      const event: StoredEvent = {
        id: `${id}-event-${sequence}`,
        sequence,
        stem,
        at: clock.now(),
        payload,
        ...(metadata !== undefined && { metadata }),
      };
      journal.push(event);
      const frame = session.frame(event);
      for (const listener of [...listeners]) if (listener !== except) listener.deliver(frame);
      return event;
    },
    whisper(stem, payload = {}) {
      if (session.state !== 'open') return;
      transients += 1;
      const text = JSON.stringify({
        id: `${id}-transient-${transients}`,
        sequence: null,
        timestamp: new Date(clock.now()).toISOString(),
        type: wireType(stem, ways.dialect),
        payload,
      });
      const frame: Frame = { text, events: [], isBatch: false, isTyping: isTyping(stem) };
      for (const listener of [...listeners]) listener.deliver(frame);
    },
    beat(listener) {
      if (session.state === 'gone') return;
      const text = JSON.stringify({ type: 'EVENT_TYPE_HEARTBEAT', sequence: null, payload: {} });
      listener.deliver({ text, events: [], isBatch: false, isTyping: false });
    },
    frame: (event) => ({
      text: JSON.stringify(wire(event)),
      events: [event],
      isBatch: false,
      isTyping: isTyping(event.stem),
    }),
    batch: (events, by) => ({
      text: JSON.stringify({
        type: 'EVENT_TYPE_EVENT_BATCH',
        payload: { events: events.map(by === 'type' ? byType : wire) },
      }),
      events,
      isBatch: true,
      isTyping: events.some(({ stem }) => isTyping(stem)),
    }),
  };

  const { heartbeatSeconds, attempts, maxBytes } = ways;
  session.say('SESSION_START', {
    capabilities: {
      streaming: true,
      ...(heartbeatSeconds !== undefined && { heartbeat_interval_seconds: heartbeatSeconds }),
      ...(attempts !== undefined && { max_reconnect_attempts: attempts }),
      ...(maxBytes !== undefined && { max_message_size_bytes: maxBytes }),
    },
  });
  return session;
}
