import type { Fate } from './fate.ts';
import { type Frame, isReworded, type StoredEvent } from './session.ts';

/**
 * What the client does not keep yet. The model steps around each of these where it would come about, and around nothing
 * else; whoever closes one takes it out here, and the model holds the client to it.
 */
export const GAPS = {
  /** spec messaging §4: a journaled event that sets a value (handoff, queue, language) counts by arrival, not by sequence. */
  stateByArrival: true,
  /** spec messaging §8: a whole message stays where it arrived when the older chunks of its id come after it. */
  wholeBeforeChunks: true,
  /** spec messaging §4: a receipt that comes before the echo of its message counts for nothing. */
  receiptBeforeEcho: true,
  /** spec messaging §8: where chunks count from 0, a stream that is complete but for its first chunk never gets it. */
  firstOfZero: true,
  /** spec messaging §12: a hole within 250 ms of a history from 0 is accepted at once, without asking for it. */
  holeInHistory: true,
  /** spec messaging §12: a second hole while the first is being asked for is accepted with it, and never asked for. */
  secondHole: true,
  /** reliability R2: a message is sent again although a hole is known that may hold its echo. */
  resentOverHole: true,
  /** reliability I6: each page counts the requests for the agent by what it has seen of them, so that several ask once more. */
  askedByEachPage: true,
  /** reliability I6: a request for the agent that a drop left in doubt is repeated at once, and not counted. */
  askedWhileStoring: true,
  /** reliability I10: a session that is granted just before the storage event of its end is stored again, and lives on. */
  grantedOverEnd: true,
};

const STATE = /HANDOFF|_(RECEIVED|READ)_MESSAGE$|^LIVE_AGENT_(JOINED|LEFT)$|^AGENT_LEFT$|^LANGUAGE_CHANGED$/;

/** What must overtake nothing, as long as a gap is open. */
export const overtakesNothing = ({ events }: Frame): boolean =>
  GAPS.stateByArrival && events.some(({ stem }) => STATE.test(stem));

/** What must not be overtaken by what was said later. */
export const keepsOrder = ({ stem, payload }: StoredEvent): boolean =>
  (GAPS.stateByArrival && STATE.test(stem)) ||
  (GAPS.firstOfZero && payload['chunk_index'] === 0) ||
  (GAPS.wholeBeforeChunks && stem === 'AGENT_MESSAGE_CHUNK' && isReworded(payload['message_id']));

/** A frame that must not come late. */
const mustBeTimely = ({ events }: Frame): boolean => events.some(keepsOrder);

/** A frame that must not be lost without a drop. */
const mustArrive = (frame: Frame): boolean =>
  mustBeTimely(frame) || (GAPS.resentOverHole && frame.events.some(({ stem }) => stem === 'USER_MESSAGE'));

const HISTORY_MS = 300;

/** The fate of a frame, unless no client can bear it, or ours is known not to. */
export function bearable(
  frame: Frame,
  fate: Fate<'down'>,
  on: {
    readonly sinceHistoryMs: number;
    /** Nothing is missing that was sent before. */
    readonly isWhole: boolean;
    /** The rest of an answer has come, or is on its way. */
    readonly isPart: boolean;
  },
): Fate<'down'> {
  const isFresh = GAPS.holeInHistory && on.sinceHistoryMs <= HISTORY_MS;
  switch (fate) {
    case 'half-open':
      return on.isPart ? 'none' : fate;
    case 'late':
    case 'swapped':
      return isFresh || mustBeTimely(frame) ? 'none' : fate;
    case 'truncated':
      // Half a history cannot be told from none: the journal is only lost one event at a time.
      if (frame.isBatch || isFresh || mustArrive(frame)) return 'none';
      return GAPS.secondHole && !on.isWhole ? 'none' : fate;
    default:
      return fate;
  }
}
