import type { Row } from '../../answers.ts';
import type { Window } from './backwards.ts';

/** The time before a range in which the conversations that ran in it may have begun: the list tells when they began, and longer ones are rare. */
const BEFORE_MS = 3_600_000;

/** The range in which conversations began that may have run in another. */
export const widened = <W extends Window>(range: W): W => ({ ...range, from: range.from - BEFORE_MS });

/** True for a conversation that ran in a range. One without an end counts from its beginning on only while it is in progress. */
export function ranWithin({ from, to }: Window, { startedAt, inProgress, totalDuration = 0 }: Row): boolean {
  const start = Date.parse(startedAt ?? '');
  const end = inProgress ? Number.POSITIVE_INFINITY : start + totalDuration * 1_000;
  return start < to && (end > from || start >= from);
}
