import { decode } from '../../protocol/codec.ts';
import { canBeKept } from './once.ts';

/** What the relay has to know of a frame on its way to the browser. */
export interface Passing {
  readonly isHistory: boolean;
  /** Client event ids of the visitor's messages that the platform has stored. */
  readonly stored: readonly string[];
  readonly endsSession: boolean;
}

const NOTHING: Passing = { isHistory: false, stored: [], endsSession: false };
/** Without one of these a frame is of no interest, and is not parsed: most are an agent's words. */
const MARKS = ['EVENT_BATCH', 'USER_MESSAGE', 'SESSION_END'].map((it) => Buffer.from(it));

/** Looks at one text frame of the platform. Never throws; what cannot be read passes all the same. */
export function lookAt(frame: Buffer): Passing {
  if (!MARKS.some((mark) => frame.includes(mark))) return NOTHING;
  const { isHistory, events } = decode(frame.toString());
  return {
    isHistory,
    stored: events.flatMap(({ kind, clientEventId }) =>
      kind === 'userMessage' && clientEventId !== undefined && canBeKept(clientEventId)
        ? [clientEventId]
        : [],
    ),
    endsSession: events.some(({ kind }) => kind === 'sessionEnd'),
  };
}
