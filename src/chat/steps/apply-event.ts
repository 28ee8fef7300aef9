import { spliced } from '../../base/spliced.ts';
import type { ServerEvent } from '../../protocol/events.ts';
import { type Arrival, type Conversation, clearIndicators, type Place } from '../model/conversation.ts';
import { HANDOFF_NOTICES } from '../model/handoff-notices.ts';
import { addId, hasId } from '../model/id-set.ts';
import { advance, isApplied } from '../model/sequence.ts';
import { latestRank, rowsOf, withRows } from '../model/transcript.ts';
import { ruleOf } from './events.ts';

/** M-4.4: true for a journaled event that was applied before; false for every transient one. */
function isRepeat({ seenIds, progress }: Conversation, { id, sequence }: ServerEvent): boolean {
  if (sequence === null) return false;
  return id === null ? isApplied(progress, sequence) : hasId(seenIds, id);
}

// M-14.2: an event of a sequence that restarts is shown after the present entries.
function rankOf({ transcript, progress }: Conversation, { sequence }: ServerEvent): number {
  return sequence === null || isApplied(progress, sequence) ? latestRank(transcript) : sequence;
}

/** True for a system message that reports an error. No answer follows it. */
export const isError = (event: ServerEvent): boolean =>
  event.kind === 'systemMessage' && event.level === 'error';

/** Applies one event of the platform. Repeats and events after the end are only counted (M-4.4, M-11.11). */
export function applyEvent(previous: Conversation, event: ServerEvent, arrival: Arrival): Conversation {
  if (previous.ended !== null || isRepeat(previous, event))
    return { ...previous, ignoredCount: previous.ignoredCount + 1 };
  const { id, sequence } = event;
  const place = {
    id: sequence === null ? null : id,
    rank: rankOf(previous, event),
    at: event.at ?? arrival.at,
  };
  const counted =
    sequence === null
      ? previous
      : {
          ...previous,
          seenIds: id === null ? previous.seenIds : addId(previous.seenIds, id),
          progress: advance(previous.progress, sequence, arrival.at),
        };
  const conversation = isError(event) ? clearIndicators(counted) : counted;
  const { apply, setsFact } = ruleOf(event);
  if (setsFact) return applyInOrder(conversation, event, place, arrival);
  return apply ? apply(conversation, event, place, arrival) : conversation;
}

/**
 * Applies an event that sets a fact: the handoff, the persons or the language. M-13.7: in the order of the journal, not of
 * arrival. When an event was overtaken, all such events are applied again.
 */
function applyInOrder(
  previous: Conversation,
  event: ServerEvent,
  place: Place,
  arrival: Arrival,
): Conversation {
  const apply = (conversation: Conversation, fact: Conversation['facts'][number]) =>
    ruleOf(fact.event).apply?.(conversation, fact.event, fact.place, arrival) ?? conversation;
  const { facts, transcript } = previous;
  const fact = { event, place };
  const index =
    event.sequence === place.rank ? facts.findIndex((other) => other.place.rank > place.rank) : -1;
  if (index < 0) return apply({ ...previous, facts: [...facts, fact] }, fact);
  const inOrder = spliced(facts, index, 0, fact);
  // Their notices are created again.
  const rows = rowsOf(transcript).filter(
    ({ entry }) => entry.kind !== 'notice' || HANDOFF_NOTICES[entry.notice] === null,
  );
  return inOrder.reduce(apply, {
    ...previous,
    facts: inOrder,
    handoff: 'none',
    liveAgents: [],
    transcript: withRows(transcript, rows),
  });
}
