import { changeText, TEXT_OF, type Unit } from '../../../base/figure-text.ts';
import { overviewWords as words } from '../../words.ts';

export interface Compared<Figures extends object> {
  readonly unit: Unit;
  readonly value: (of: Figures) => number | undefined;
  /** undefined: not known. */
  readonly totals: Figures | undefined;
  /** undefined: not all of the time before is known. A part of it would make every change look large. */
  readonly previous: Figures | undefined;
  /** The time before. */
  readonly when: string;
}

/** The sentence below a figure: how it has changed, or why that is not known. */
export function comparisonText<Figures extends object>({
  unit,
  value,
  totals,
  previous,
  when,
}: Compared<Figures>): string {
  if (previous === undefined) return words.unknownBefore(when);
  const before = value(previous);
  if (before === undefined) return words.noneBefore(when);
  const now = totals && value(totals);
  const change = now === undefined ? undefined : changeText(unit, now, before);
  if (change === undefined) return words.was(TEXT_OF[unit](before), when);
  return change === 'same' ? words.same(when) : words.than(change, TEXT_OF[unit](before), when);
}
