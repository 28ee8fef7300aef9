import { agentDialect, type Dialect, oneofKey, wireType } from './dialect.ts';
import type { ClientCommand, EventEnvelope, ServerEvent } from './events.ts';
import { MAX_SERVER_FRAME_BYTES } from './limits.ts';
import { readPayload, stemOf } from './read-payload.ts';

/** Part of a frame that was left out, with the reason. For counters and the debug hook. */
export interface Dropped {
  readonly what: 'frame' | 'event' | 'field';
  readonly reason: string;
}

export interface DecodedFrame {
  /** True for a history batch. M-4.11: its events are sorted by sequence; events without one are last. */
  readonly isHistory: boolean;
  readonly events: readonly ServerEvent[];
  readonly dropped: readonly Dropped[];
  /** Dialect of the agent's events in the frame (M-1.7); undefined without one. */
  readonly dialect?: Dialect | undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const own = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** M-4.8: reads a sequence, a safe integer of at least 0 or a decimal string of one. Anything else is null. */
function sequenceOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : null;
}

function readEnvelope(event: Record<string, unknown>): EventEnvelope {
  const id = own(event, 'id');
  const timestamp = own(event, 'timestamp');
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  const custom = own(own(event, 'metadata'), 'custom');
  // M-9.2: Foyer writes `client_event_id`; the native clients write `local_id`.
  const clientEventId = [own(custom, 'client_event_id'), own(custom, 'local_id')].find(
    (value) => typeof value === 'string',
  );
  return {
    id: typeof id === 'string' && id !== '' ? id : null,
    sequence: sequenceOf(own(event, 'sequence')),
    at: Number.isNaN(at) ? null : at,
    clientEventId: clientEventId as string | undefined,
  };
}

function decodeEvent(value: unknown, dropped: Dropped[]): ServerEvent[] {
  if (!isRecord(value)) {
    dropped.push({ what: 'event', reason: 'not an object' });
    return [];
  }
  const type = own(value, 'type');
  if (typeof type !== 'string') {
    dropped.push({ what: 'event', reason: 'no type' });
    return [];
  }
  const envelope = readEnvelope(value);
  const stem = stemOf(type);
  if (stem === undefined || stem === 'EVENT_BATCH') {
    dropped.push({ what: 'event', reason: `unknown type ${type.slice(0, 80)}` });
    return [{ ...envelope, kind: 'unknown', type }];
  }
  // M-4.12: inside a batch the payload may be under a key named after the type; a missing payload counts as {}.
  const { body, losses } = readPayload(stem, own(value, 'payload') ?? own(value, oneofKey(type)) ?? {});
  for (const reason of losses) {
    dropped.push({ what: body ? 'field' : 'event', reason: `${stem}: ${reason}` });
  }
  // M-4.6: an unreadable event still counts in the sequence, because nothing else will fill its place.
  return [Object.assign(body ?? { kind: 'unknown' as const, type }, envelope)];
}

const bySequence = (a: ServerEvent, b: ServerEvent) =>
  (a.sequence ?? Number.POSITIVE_INFINITY) - (b.sequence ?? Number.POSITIVE_INFINITY) || 0;

/** The dialect of the first event that has one. */
function dialectIn(events: readonly unknown[]): Dialect | undefined {
  for (const event of events) {
    const dialect = agentDialect(own(event, 'type'));
    if (dialect) return dialect;
  }
  return undefined;
}

const unreadable = (reason: string): DecodedFrame => ({
  isHistory: false,
  events: [],
  dropped: [{ what: 'frame', reason }],
});

/**
 * Reads one text frame of the platform, in either dialect. Never throws. M-4.7: unreadable parts are left out and listed in
 * `dropped`; the other parts are kept. M-4.13: a frame that is too long is not parsed.
 *
 * @param newest the number of events at the end of a history to read; default: all
 */
export function decode(frame: string, newest = 0): DecodedFrame {
  if (frame.length > MAX_SERVER_FRAME_BYTES) return unreadable('too long');
  let event: unknown;
  try {
    event = JSON.parse(frame);
  } catch {
    return unreadable('not JSON');
  }
  const type = own(event, 'type');
  if (typeof type !== 'string') return unreadable('not an event');

  const dropped: Dropped[] = [];
  if (stemOf(type) !== 'EVENT_BATCH') {
    return {
      isHistory: false,
      events: decodeEvent(event, dropped),
      dropped,
      dialect: dialectIn([event]),
    };
  }
  const payload = own(event, 'payload') ?? own(event, oneofKey(type));
  const all = own(payload, 'events') ?? [];
  if (!Array.isArray(all)) return unreadable('a batch without a list of events');
  const elements: readonly unknown[] = all.slice(-newest);
  const events = elements.flatMap((element) => decodeEvent(element, dropped)).sort(bySequence);
  return { isHistory: true, events, dropped, dialect: dialectIn(elements) };
}

interface ClientFrame {
  readonly type: string;
  readonly payload: Record<string, unknown>;
  readonly metadata?: { readonly custom: Record<string, string> };
}

function clientFrame(command: ClientCommand, dialect: Dialect): ClientFrame {
  switch (command.kind) {
    case 'requestAgentJoin':
      return { type: wireType('REQUEST_AGENT_JOIN', dialect), payload: {} };
    case 'userMessage':
      return {
        type: wireType('USER_MESSAGE', dialect),
        payload: { text: command.text },
        // M-9.2: one value under both names, because the platform may return either.
        metadata: {
          custom: {
            ...command.pageContext,
            client_event_id: command.clientEventId,
            local_id: command.clientEventId,
          },
        },
      };
    case 'userTyping':
      return {
        type: wireType('USER_TYPING', dialect),
        payload: { state: command.state === 'started' ? 'TYPING_STATE_STARTED' : 'TYPING_STATE_STOPPED' },
      };
    case 'userEndSession':
      return { type: wireType('USER_END_SESSION', dialect), payload: {} };
    case 'heartbeat':
      return { type: wireType('HEARTBEAT', dialect), payload: {} };
  }
}

/** Encodes a client command as a text frame. M-4.1: it has no `id`, `sequence` or `timestamp`. */
export function encode(command: ClientCommand, dialect: Dialect): string {
  return JSON.stringify(clientFrame(command, dialect));
}

/** Size of an encoded frame in UTF-8 bytes; M-14.4 limits it. */
export function frameBytes(frame: string): number {
  return new TextEncoder().encode(frame).byteLength;
}
