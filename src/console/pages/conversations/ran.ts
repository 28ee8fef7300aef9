import { RAN_BEFORE_MS, ranWithin } from '../../../base/ran-within.ts';
import type { Row } from '../../answers.ts';
import type { Window } from './backwards.ts';

/** The range in which conversations began that may have run in another: the list tells when they began. */
export const widened = <W extends Window>(range: W): W => ({ ...range, from: range.from - RAN_BEFORE_MS });

export const ranRow = (range: Window, { startedAt, inProgress, totalDuration }: Row): boolean =>
  ranWithin(range, { start: Date.parse(startedAt ?? ''), durationS: totalDuration, inProgress });
