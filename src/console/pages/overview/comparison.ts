import { changeText, TEXT_OF, type Unit } from '../../../base/figure-text.ts';
import { WORDS } from '../../words.ts';

const { overview: words } = WORDS;

export interface Compared {
  readonly unit: Unit;
  readonly now: number | undefined;
  readonly before: number | undefined;
  /** Whether all of the time before is known. A part of it would make every change look large. */
  readonly isKnown: boolean;
  /** The time before. */
  readonly when: string;
}

/** The sentence below a figure: how it has changed, or why that is not known. */
export function comparisonText({ unit, now, before, isKnown, when }: Compared): string {
  if (!isKnown) return words.unknownBefore(when);
  if (before === undefined) return words.noneBefore(when);
  const change = now === undefined ? undefined : changeText(unit, now, before);
  if (change === undefined) return words.was(TEXT_OF[unit](before), when);
  return change === 'same' ? words.same(when) : words.than(change, TEXT_OF[unit](before), when);
}
