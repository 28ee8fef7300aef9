import type { Fate } from './fate.ts';
import type { Frame, Session, StoredEvent } from './session.ts';

/** The history above a cursor in one batch or more (spec messaging §4), in an order that is the client's to restore. */
export function historyOf(session: Session, cursor: number, fate: Fate<'replay'>): readonly Frame[] {
  const missed = session.journal.filter(({ sequence }) => sequence > cursor);
  return batchesOf(missed, fate).map((events) =>
    session.batch(events, fate === 'payload-by-type' ? 'type' : 'payload'),
  );
}

function batchesOf(
  events: readonly StoredEvent[],
  fate: Fate<'replay'>,
): readonly (readonly StoredEvent[])[] {
  // An empty history is a batch too.
  if (events.length < 2) return [events];
  const half = Math.ceil(events.length / 2);
  const halves = [events.slice(0, half), events.slice(half)];
  switch (fate) {
    case 'one-by-one':
      return events.map((event) => [event]);
    case 'halves':
      return halves;
    case 'halves-swapped':
      return halves.toReversed();
    default:
      return [events];
  }
}
