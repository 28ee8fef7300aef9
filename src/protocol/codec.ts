import { type Dialect, oneofKey, wireType } from './dialect.ts';
import type { ClientCommand, ServerEvent, Stamp } from './events.ts';
import { readPayload, stemOf } from './payloads.ts';

/** Something of a frame that was left out, and why; for counters and the debug hook. */
export interface Dropped {
  readonly what: 'frame' | 'event' | 'field';
  readonly reason: string;
}

export interface DecodedFrame {
  /** True for a history batch (messaging §4), whose events are sorted by sequence, those without one last. */
  readonly isHistory: boolean;
  readonly events: readonly ServerEvent[];
  readonly dropped: readonly Dropped[];
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const own = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** A sequence a cursor may be made of: a whole number up to 2^53, as a number or a decimal string; else null (§4). */
function sequenceOf(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : null;
}

function stampOf(envelope: Record<string, unknown>): Stamp {
  const id = own(envelope, 'id');
  const timestamp = own(envelope, 'timestamp');
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  const custom = own(own(envelope, 'metadata'), 'custom');
  // spec messaging §9: ours is `client_event_id`; the native clients call it `local_id`.
  const clientEventId = [own(custom, 'client_event_id'), own(custom, 'local_id')].find(
    (it) => typeof it === 'string',
  );
  return {
    id: typeof id === 'string' && id !== '' ? id : null,
    sequence: sequenceOf(own(envelope, 'sequence')),
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
  const stamp = stampOf(value);
  const stem = stemOf(type);
  if (stem === undefined || stem === 'EVENT_BATCH') {
    dropped.push({ what: 'event', reason: `unknown type ${type.slice(0, 80)}` });
    return [{ ...stamp, kind: 'unknown', type }];
  }
  // spec messaging §4: inside a batch the payload sometimes stands under a key named after the type.
  const { body, losses } = readPayload(stem, own(value, 'payload') ?? own(value, oneofKey(type)) ?? {});
  for (const reason of losses) {
    dropped.push({ what: body ? 'field' : 'event', reason: `${stem}: ${reason}` });
  }
  // An unreadable event still counts in the sequence: nothing would ever fill its place.
  return [body ? { ...stamp, ...body } : { ...stamp, kind: 'unknown', type }];
}

const bySequence = (a: ServerEvent, b: ServerEvent) =>
  (a.sequence ?? Number.POSITIVE_INFINITY) - (b.sequence ?? Number.POSITIVE_INFINITY) || 0;

const unreadable = (reason: string): DecodedFrame => ({
  isHistory: false,
  events: [],
  dropped: [{ what: 'frame', reason }],
});

/**
 * Reads one text frame of the platform, in either dialect. Never throws: what cannot be read is left out and listed in
 * `dropped`, and its good neighbours are kept (messaging §4).
 */
export function decode(frame: string): DecodedFrame {
  let envelope: unknown;
  try {
    envelope = JSON.parse(frame);
  } catch {
    return unreadable('not JSON');
  }
  const type = own(envelope, 'type');
  if (typeof type !== 'string') return unreadable('not an event');

  const dropped: Dropped[] = [];
  if (stemOf(type) !== 'EVENT_BATCH') {
    return { isHistory: false, events: decodeEvent(envelope, dropped), dropped };
  }
  const payload = own(envelope, 'payload') ?? own(envelope, oneofKey(type));
  const elements = own(payload, 'events') ?? [];
  if (!Array.isArray(elements)) return unreadable('a batch without a list of events');
  const events = elements.flatMap((element) => decodeEvent(element, dropped)).sort(bySequence);
  return { isHistory: true, events, dropped };
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
        // spec messaging §9: both names with one value, whichever the platform gives back.
        metadata: { custom: { client_event_id: command.clientEventId, local_id: command.clientEventId } },
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

/** The text frame of a client command; never carries `id`, `sequence` or `timestamp` (messaging §4, §5). */
export function encode(command: ClientCommand, dialect: Dialect): string {
  return JSON.stringify(clientFrame(command, dialect));
}

/** The size that counts against the limit: the whole encoded frame in UTF-8 (messaging §14). */
export function frameBytes(frame: string): number {
  return new TextEncoder().encode(frame).byteLength;
}
