import { parseJson } from '../../../base/bounded-body.ts';
import { oneofKey, type Stem } from '../../../protocol/dialect.ts';
import { stemOf } from '../../../protocol/read-payload.ts';
import type { Evidence, Happening } from './evidence.ts';

export type Wire = Readonly<Record<string, unknown>>;

/** An event as it is on the wire. */
export interface WireEvent {
  readonly type: string;
  /** undefined for a type that the protocol does not have. */
  readonly stem: Stem | undefined;
  readonly id: unknown;
  readonly sequence: unknown;
  readonly timestamp: unknown;
  readonly payload: Wire;
  readonly custom: Wire;
  readonly isHistory: boolean;
  readonly wire: Wire;
}

export const isWire = (value: unknown): value is Wire =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const wireOf = (value: unknown): Wire => (isWire(value) ? value : {});

function eventOf(wire: Wire, isHistory: boolean): WireEvent {
  const type = String(wire['type']);
  return {
    type,
    stem: stemOf(type),
    id: wire['id'],
    sequence: wire['sequence'],
    timestamp: wire['timestamp'],
    // M-4.12
    payload: wireOf(wire['payload'] ?? wire[oneofKey(type)]),
    custom: wireOf(wireOf(wire['metadata'])['custom']),
    isHistory,
    wire,
  };
}

/** The event of a frame; undefined when the frame is not a JSON object with a type. */
export function frameEvent(text: string | null): WireEvent | undefined {
  const wire = text === null ? undefined : parseJson(text);
  return isWire(wire) && typeof wire['type'] === 'string' ? eventOf(wire, false) : undefined;
}

/** The list of a history frame; undefined for any other frame. */
export function batchOf(event: WireEvent | undefined): readonly unknown[] | undefined {
  if (event?.stem !== 'EVENT_BATCH') return undefined;
  const { events } = event.payload;
  return Array.isArray(events) ? events : [];
}

/** The events of a frame: those of a history frame, or its own. */
export function eventsIn(text: string | null): readonly WireEvent[] {
  const event = frameEvent(text);
  const batch = batchOf(event);
  if (batch) return batch.filter(isWire).map((wire) => eventOf(wire, true));
  return event ? [event] : [];
}

export const received = (happenings: readonly Happening[]): readonly (string | null)[] =>
  happenings.flatMap((happening) => (happening.kind === 'received' ? [happening.text] : []));

export const allEvents = (happenings: readonly Happening[]): readonly WireEvent[] =>
  received(happenings).flatMap(eventsIn);

/** Happenings of a step, up to the next one. undefined when the run did not come to it. */
export function stepOf(happenings: readonly Happening[], name: string): readonly Happening[] | undefined {
  const start = happenings.findIndex((happening) => happening.kind === 'step' && happening.name === name);
  if (start < 0) return undefined;
  const rest = happenings.slice(start + 1);
  const end = rest.findIndex(({ kind }) => kind === 'step');
  return end < 0 ? rest : rest.slice(0, end);
}

/** Sequence as a number (M-4.8); undefined: the event has none. */
export function sequenceOf({ sequence }: WireEvent): number | undefined {
  const number = typeof sequence === 'string' && /^\d{1,16}$/.test(sequence) ? Number(sequence) : sequence;
  return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : undefined;
}

/** Names of the steps of a conversation that begin with a prefix, in order. */
export const stepsOf = (happenings: readonly Happening[], prefix: string): readonly string[] =>
  happenings.flatMap((happening) =>
    happening.kind === 'step' && happening.name.startsWith(prefix) ? [happening.name] : [],
  );

/** Happenings of the open sockets. */
export const openSockets = ({ sockets }: Evidence): readonly (readonly Happening[])[] =>
  Object.values(sockets).flatMap((socket) => (socket.kind === 'opened' ? [socket.happenings] : []));
