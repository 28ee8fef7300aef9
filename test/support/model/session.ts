import { type Dialect, oneofKey, type Stem, wireType } from '../../../src/protocol/dialect.ts';
import type { FakeClock } from '../fake-clock.ts';

/** One session of the platform. Its journal only grows, whatever happens to the sockets. */

export interface StoredEvent {
  readonly id: string;
  readonly sequence: number;
  readonly stem: Stem;
  readonly at: number;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly metadata?: unknown;
}

/** Client id of a visitor's message. */
export const clientIdOf = ({ metadata }: StoredEvent): string | undefined =>
  (metadata as { custom?: Record<string, string> } | undefined)?.custom?.['client_event_id'];

/** Frame of the platform with the journaled events that it contains. */
export interface Frame {
  readonly text: string;
  readonly events: readonly StoredEvent[];
  readonly isBatch: boolean;
  /** The frame turns a typing indicator on. */
  readonly isTyping: boolean;
}

/** Receiver of the session's frames: a socket. */
export interface Listener {
  deliver(frame: Frame): void;
}

/** Capabilities that the platform advertises, and variants of its behaviour. */
export interface PlatformSettings {
  readonly dialect: Dialect;
  /** Dialect of the relay's grants: configured, or assumed, rightly or wrongly (M-1.6). */
  readonly granted: 'configured' | 'assumed' | 'wrong';
  readonly heartbeatSeconds: number | undefined;
  readonly attempts: number | undefined;
  readonly maxBytes: number | undefined;
  /** Index of the first chunk (M-8.2). */
  readonly firstChunk: 0 | 1;
  /** True: an ended session can still be opened. False: its handshakes are refused. */
  readonly keepsEnded: boolean;
}

export interface Session {
  readonly id: string;
  readonly settings: PlatformSettings;
  readonly journal: readonly StoredEvent[];
  readonly listeners: Set<Listener>;
  /** `over`: SESSION_END is in the journal. `gone`: the session cannot be opened. */
  state: 'open' | 'over' | 'gone';
  /** State that the relay reports when the session is gone. */
  goneState: 'expired' | 'token_mismatch';
  /** Handshakes are refused until this time, because ten sockets are open (M-3.7). */
  fullUntil: number;
  hasAgent: boolean;
  /** Number of join requests in the journal. */
  joinRequests: number;
  handoff: 'none' | 'under-way' | 'live';
  /** Stores an event and sends it to every listener but `except`. Returns undefined when the session is over. */
  append(
    stem: Stem,
    payload?: Record<string, unknown>,
    by?: { metadata?: unknown; except?: Listener },
  ): StoredEvent | undefined;
  /** Sends a transient event to every listener (M-4.3). */
  sendTransient(stem: Stem, payload?: Record<string, unknown>): void;
  /** Echoes a heartbeat. */
  echoHeartbeat(listener: Listener): void;
  frame(event: StoredEvent): Frame;
  /** Builds an EVENT_BATCH with payloads under `payload` or under a key named after the type (M-4.12). */
  batch(events: readonly StoredEvent[], by: 'payload' | 'type'): Frame;
}

const isTyping = (stem: Stem) => stem === 'AGENT_THINKING' || stem === 'LIVE_AGENT_TYPING';

export function createSession(id: string, settings: PlatformSettings, clock: FakeClock): Session {
  const journal: StoredEvent[] = [];
  const listeners = new Set<Listener>();
  let transients = 0;

  const wire = ({ stem, at, ...event }: StoredEvent) => ({
    ...event,
    type: wireType(stem, settings.dialect),
    timestamp: new Date(at).toISOString(),
  });
  const byType = (event: StoredEvent) => {
    const { payload, ...rest } = wire(event);
    return { ...rest, [oneofKey(rest.type)]: payload };
  };

  const session: Session = {
    id,
    settings,
    journal,
    listeners,
    state: 'open',
    goneState: 'expired',
    fullUntil: 0,
    hasAgent: false,
    joinRequests: 0,
    handoff: 'none',
    append(stem, payload = {}, { metadata, except } = {}) {
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
    sendTransient(stem, payload = {}) {
      if (session.state !== 'open') return;
      transients += 1;
      const text = JSON.stringify({
        id: `${id}-transient-${transients}`,
        sequence: null,
        timestamp: new Date(clock.now()).toISOString(),
        type: wireType(stem, settings.dialect),
        payload,
      });
      const frame: Frame = { text, events: [], isBatch: false, isTyping: isTyping(stem) };
      for (const listener of [...listeners]) listener.deliver(frame);
    },
    echoHeartbeat(listener) {
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

  const { heartbeatSeconds, attempts, maxBytes } = settings;
  session.append('SESSION_START', {
    capabilities: {
      streaming: true,
      ...(heartbeatSeconds !== undefined && { heartbeat_interval_seconds: heartbeatSeconds }),
      ...(attempts !== undefined && { max_reconnect_attempts: attempts }),
      ...(maxBytes !== undefined && { max_message_size_bytes: maxBytes }),
    },
  });
  return session;
}
