import { err, ok, type Result } from '../../../base/result.ts';
import { type ClientRefusal, readClientFrame } from '../../../protocol/client-frames.ts';
import { encode, frameBytes } from '../../../protocol/codec.ts';
import type { Dialect } from '../../../protocol/dialect.ts';
import { MAX_FRAME_BYTES } from '../../../protocol/limits.ts';
import { readPageContext } from '../../../protocol/page-context.ts';
import { isStorableId } from './message-deduplicator.ts';

/** One of the five client events, encoded again for the platform (M-5.6). */
export interface ClientEvent {
  readonly kind: 'message' | 'typing' | 'other';
  /** M-14.7: only the fields of the protocol. All other fields are removed. */
  readonly frame: string;
  /** The client event id of a message; empty for other events. */
  readonly id: string;
}

/** A parsed event. */
interface ReadEvent extends ClientEvent {
  readonly isMasked: boolean;
}

export type Refusal = ClientRefusal | { readonly refused: 'too-large' };

/** Never masked: it is random, and its echo must match. */
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/**
 * Reads one text frame of a client. A message without a storable id gets one from `newId`.
 * @param mask applied to the text and the page context; an id that it would change counts as missing
 * @param configured the dialect for the platform; `auto` keeps the client's (M-1.6)
 */
export function readClientEvent(
  text: string,
  configured: Dialect | 'auto',
  newId: () => string,
  mask: (text: string) => string,
): Result<ReadEvent, Refusal> {
  const read = readClientFrame(text);
  if (!read.ok) return read;
  const { command, metadata } = read.value;
  const dialect = configured === 'auto' ? (read.value.dialect ?? 'service') : configured;
  if (command.kind !== 'userMessage') {
    const kind = command.kind === 'userTyping' ? 'typing' : 'other';
    return ok({ kind, frame: encode(command, dialect), id: '', isMasked: false });
  }
  const custom = metadata?.custom ?? {};
  let isMasked = false;
  const masked = (given: string): string => {
    const changed = mask(given);
    isMasked ||= changed !== given;
    return changed;
  };
  // M-9.2: the id may have either name; it is forwarded under both.
  const ids = [custom['client_event_id'], custom['local_id']].filter((id) => id !== undefined);
  const id =
    ids.find(
      (candidate) => isStorableId(candidate) && (UUID.test(candidate) || masked(candidate) === candidate),
    ) ?? newId();
  const { client_event_id: _, local_id: __, ...others } = custom;
  const context = Object.entries(readPageContext(others).context);
  // S-143: a masked name is dropped, and so is a value that masking made too long.
  const pageContext = readPageContext(
    Object.fromEntries(context.map(([name, value]) => [masked(name), masked(value)])),
  ).context;
  const message = { ...command, text: masked(command.text), clientEventId: id, pageContext };
  const frame = encode(message, dialect);
  // The second name can make the frame too long.
  if (frameBytes(frame) > MAX_FRAME_BYTES) return err({ refused: 'too-large' });
  return ok({ kind: 'message', frame, id, isMasked });
}
