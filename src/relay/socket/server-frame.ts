import { decode } from '../../protocol/codec.ts';
import { isStorableId } from './message-deduplicator.ts';

/** The properties of a platform frame that the relay uses. */
export interface ServerFrame {
  readonly isHistory: boolean;
  /** Client event ids of the visitor's messages that the platform has stored. */
  readonly stored: readonly string[];
  readonly endsSession: boolean;
}

const IRRELEVANT: ServerFrame = { isHistory: false, stored: [], endsSession: false };
/** A frame without one of these is irrelevant and not parsed. Most frames are text of the agent. */
const RELEVANT_TYPES = ['EVENT_BATCH', 'USER_MESSAGE', 'SESSION_END'].map((it) => Buffer.from(it));

/** Reads one text frame of the platform. Never throws: an unreadable frame is irrelevant. */
export function readServerFrame(frame: Buffer): ServerFrame {
  if (!RELEVANT_TYPES.some((type) => frame.includes(type))) return IRRELEVANT;
  const { isHistory, events } = decode(frame.toString());
  return {
    isHistory,
    stored: events.flatMap(({ kind, clientEventId }) =>
      kind === 'userMessage' && clientEventId !== undefined && isStorableId(clientEventId)
        ? [clientEventId]
        : [],
    ),
    endsSession: events.some(({ kind }) => kind === 'sessionEnd'),
  };
}
