import type { Disruption } from './disruptions.ts';
import type { Frame, Session, StoredEvent } from './session.ts';

/** Builds the history above a cursor in one or more batches (M-4.11), perhaps in another order than the journal's. */
export function historyOf(
  session: Session,
  cursor: number,
  disruption: Disruption<'replay'>,
): readonly Frame[] {
  const missed = session.journal.filter(({ sequence }) => sequence > cursor);
  return batchesOf(missed, disruption).map((events) =>
    session.batch(events, disruption === 'payload-by-type' ? 'type' : 'payload'),
  );
}

function batchesOf(
  events: readonly StoredEvent[],
  disruption: Disruption<'replay'>,
): readonly (readonly StoredEvent[])[] {
  // An empty history is one empty batch.
  if (events.length < 2) return [events];
  const half = Math.ceil(events.length / 2);
  const halves = [events.slice(0, half), events.slice(half)];
  switch (disruption) {
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
