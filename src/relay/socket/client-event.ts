import { err, ok, type Result } from '../../base/result.ts';
import { type ClientRefusal, readClientFrame } from '../../protocol/client-frames.ts';
import { encode, frameBytes } from '../../protocol/codec.ts';
import type { Dialect } from '../../protocol/dialect.ts';
import { MAX_FRAME_BYTES } from '../../protocol/limits.ts';
import { canBeKept } from './once.ts';

/** One of the five things that a client may say, spelt anew for the platform (spec messaging §5). */
export interface ClientEvent {
  readonly kind: 'message' | 'typing' | 'other';
  /** Exactly the fields of the specification: whatever else stood in the client's frame is not in it. */
  readonly frame: string;
  /** The message's client event id; empty for what is not told apart. */
  readonly id: string;
}

export type Refusal = ClientRefusal | { readonly refused: 'too-large' };

/** Reads one text frame of a client. A message without an id that can be kept gets `newId`. */
export function readClientEvent(
  text: string,
  dialect: Dialect,
  newId: () => string,
): Result<ClientEvent, Refusal> {
  const read = readClientFrame(text);
  if (!read.ok) return read;
  const { command, metadata } = read.value;
  if (command.kind !== 'userMessage') {
    const kind = command.kind === 'userTyping' ? 'typing' : 'other';
    return ok({ kind, frame: encode(command, dialect), id: '' });
  }
  // spec messaging §9: either name; both go on with one value.
  const custom = metadata?.custom ?? {};
  const given = [custom['client_event_id'], custom['local_id']].find(
    (it) => it !== undefined && canBeKept(it),
  );
  const id = given ?? newId();
  const frame = encode({ ...command, clientEventId: id }, dialect);
  // The second name may have made it too long.
  if (frameBytes(frame) > MAX_FRAME_BYTES) return err({ refused: 'too-large' });
  return ok({ kind: 'message', frame, id });
}
