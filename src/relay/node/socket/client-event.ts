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
  /** M-14.7: only the fields of the protocol; all other fields of the client's frame are removed. */
  readonly frame: string;
  /** The client event id of a message; empty for other events. */
  readonly id: string;
}

export type Refusal = ClientRefusal | { readonly refused: 'too-large' };

/**
 * Reads one text frame of a client. A message without a storable id gets one from `newId`.
 * @param mask changes the text of a message
 * @param configured the dialect for the platform; `auto` keeps the client's (M-1.6)
 */
export function readClientEvent(
  text: string,
  configured: Dialect | 'auto',
  newId: () => string,
  mask: (text: string) => string,
): Result<ClientEvent, Refusal> {
  const read = readClientFrame(text);
  if (!read.ok) return read;
  const { command, metadata } = read.value;
  const dialect = configured === 'auto' ? (read.value.dialect ?? 'service') : configured;
  if (command.kind !== 'userMessage') {
    const kind = command.kind === 'userTyping' ? 'typing' : 'other';
    return ok({ kind, frame: encode(command, dialect), id: '' });
  }
  // M-9.2: the id may have either name; it is forwarded under both.
  const custom = metadata?.custom ?? {};
  const given = [custom['client_event_id'], custom['local_id']].find(
    (it) => it !== undefined && isStorableId(it),
  );
  const id = given ?? newId();
  const { client_event_id: _, local_id: __, ...others } = custom;
  const pageContext = readPageContext(others).context;
  const message = { ...command, text: mask(command.text), clientEventId: id, pageContext };
  const frame = encode(message, dialect);
  // The second name can make the frame too long.
  if (frameBytes(frame) > MAX_FRAME_BYTES) return err({ refused: 'too-large' });
  return ok({ kind: 'message', frame, id });
}
