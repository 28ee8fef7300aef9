import { DIALECTS, type Stem, wireType } from './dialect.ts';
import type { ServerEventBody, ServerEventKind } from './events.ts';
import { camelCase, collectLosses } from './field-readers.ts';
import { type EventStem, PAYLOADS, type Reader } from './payloads.ts';

/** AGENT_MESSAGE_CHUNK → agentMessageChunk. */
const kindOf = (stem: string) => camelCase(stem.toLowerCase()) as ServerEventKind;

/** The readers that were needed so far: creating all of them would delay the panel. */
const readers = new Map<EventStem, Reader>();

function readerOf(stem: EventStem): Reader {
  const known = readers.get(stem);
  if (known) return known;
  const reader = PAYLOADS[stem](kindOf(stem));
  readers.set(stem, reader);
  return reader;
}

export const STEMS = ['EVENT_BATCH', ...Object.keys(PAYLOADS)] as readonly Stem[];

const STEM_OF: ReadonlyMap<string, Stem> = new Map(
  STEMS.flatMap((stem) => DIALECTS.map((dialect) => [wireType(stem, dialect), stem] as const)),
);

/** Stem of a wire type of either dialect; undefined for an unknown type. */
export function stemOf(type: string): Stem | undefined {
  return STEM_OF.get(type);
}

export interface ReadPayload {
  /** undefined: a required field is missing or mistyped, so that the event cannot be used. */
  readonly body: ServerEventBody | undefined;
  /** One reason for each part that was left out. */
  readonly losses: readonly string[];
}

/** Reads the payload of a known event. Never throws. */
export function readPayload(stem: EventStem, payload: unknown): ReadPayload {
  const { value, losses } = collectLosses(() => readerOf(stem)(payload));
  return { body: value, losses };
}
