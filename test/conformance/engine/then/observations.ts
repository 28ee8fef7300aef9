import type { Expected } from '../compare.ts';
import { MEASURED_INVARIANTS } from './invariants.ts';
import { isMeasured, isObserved } from './never.ts';
import { measuredIn } from './timing.ts';

/** Facts that pages have to observe, and values that have to be measured at the end. */

const words = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).filter((item): item is string => typeof item === 'string');

export const observedFacts = (then: Expected): string[] => [
  ...words(then['never']).filter(isObserved),
  ...words(then['invariants']).filter((word) => word === 'I9' || word === 'I11'),
];

export const measurementsOf = (then: Expected): string[] => [
  ...measuredIn(then),
  ...words(then['never']).filter(isMeasured),
  ...words(then['invariants']).flatMap((word) => MEASURED_INVARIANTS.exec(word)?.[1] ?? []),
];
