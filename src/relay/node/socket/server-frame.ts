import { exceededJsonLimit } from '../../../base/bounded-json.ts';
import { decode } from '../../../protocol/codec.ts';
import type { Dialect } from '../../../protocol/dialect.ts';
import { type Slice, visitHistory } from './history-scan.ts';
import { isStorableId } from './message-deduplicator.ts';

/** The properties of a platform frame that the relay uses. */
export interface ServerFrame {
  readonly isHistory: boolean;
  /** Client event ids of the visitor's messages that the platform has stored. */
  readonly stored: readonly string[];
  readonly endsSession: boolean;
  /** M-1.8; undefined for a long history. */
  readonly dialect?: Dialect | undefined;
}

const IRRELEVANT: ServerFrame = { isHistory: false, stored: [], endsSession: false };
/** A frame without one of these is irrelevant and not parsed. Most frames are the agent's text. */
const RELEVANT_EVENTS = ['USER_MESSAGE', 'SESSION_END'].map((type) => Buffer.from(type));
const RELEVANT_TYPES = [
  ...['EVENT_BATCH', 'AGENT_JOINED'].map((type) => Buffer.from(type)),
  ...RELEVANT_EVENTS,
];

/** Longer JSON is not parsed. The longest message (M-3.9) fits, even if each character is escaped. */
const MAX_PARSED_BYTES = 512 * 1024;
/** JSON with more members takes fifty times its size in memory, even within `MAX_PARSED_BYTES`. */
const PARSED_LIMITS = { maxDepth: 64, maxMembers: 10_000 };
/** Number of last events of a long history to parse. Clients have at most a hundred unconfirmed messages. */
const MAX_PARSED_EVENTS = 256;

function readSmallFrame(frame: Buffer): ServerFrame {
  const { isHistory, events, dialect } = decode(frame.toString());
  return {
    isHistory,
    stored: events.flatMap(({ kind, clientEventId }) =>
      kind === 'userMessage' && clientEventId !== undefined && isStorableId(clientEventId)
        ? [clientEventId]
        : [],
    ),
    dialect,
    endsSession: events.some(({ kind }) => kind === 'sessionEnd'),
  };
}

/** Returns a test if a part of `frame` contains one of `words`. Its positions must ascend. */
function createFinder(frame: Buffer, words: readonly Buffer[]): (from: number, to: number) => boolean {
  const next = words.map(() => -1);
  return (from, to) =>
    words.some((word, nth) => {
      if ((next[nth] as number) < from) {
        const found = frame.indexOf(word, from);
        next[nth] = found < 0 ? frame.length : found;
      }
      return (next[nth] as number) + word.length <= to;
    });
}

/** S-80: parses only the relevant events of a history, one by one. The whole could take fifty times its size. */
function readLargeFrame(frame: Buffer): ServerFrame {
  const relevant: Slice[] = [];
  const isRelevant = createFinder(frame, RELEVANT_EVENTS);
  let count = 0;
  const isHistory = visitHistory(frame, (from, to) => {
    if (to - from > MAX_PARSED_BYTES || !isRelevant(from, to)) return;
    relevant[count % MAX_PARSED_EVENTS] = { from, to };
    count += 1;
  });
  if (!isHistory) return IRRELEVANT;
  const events = relevant
    .map(({ from, to }) => readSmallFrame(frame.subarray(from, to)))
    .filter((event) => !event.isHistory);
  return {
    isHistory,
    stored: events.flatMap(({ stored }) => stored),
    endsSession: events.some(({ endsSession }) => endsSession),
  };
}

/** Reads one text frame of the platform. Never throws: a malformed frame is irrelevant. */
export function readServerFrame(frame: Buffer): ServerFrame {
  if (!RELEVANT_TYPES.some((type) => frame.includes(type))) return IRRELEVANT;
  const isSmall = frame.length <= MAX_PARSED_BYTES && exceededJsonLimit(frame, PARSED_LIMITS) === undefined;
  return isSmall ? readSmallFrame(frame) : readLargeFrame(frame);
}
