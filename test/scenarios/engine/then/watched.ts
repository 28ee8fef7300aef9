import type { Expected } from '../compare.ts';
import { MEASURED_INVARIANTS } from './invariants.ts';
import { isMeasured, isWatched } from './never.ts';
import { MEASURED } from './timing.ts';

/** What pages have to look out for, and what has to be measured in the end. */

const words = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).filter((it): it is string => typeof it === 'string');

export const watchedIn = (then: Expected): string[] => [
  ...words(then['never']).filter(isWatched),
  ...words(then['invariants']).filter((it) => it === 'I9' || it === 'I11'),
];

export const measuresOf = (then: Expected): string[] => [
  ...Object.keys((then['timing'] ?? {}) as object).filter((key) => Object.hasOwn(MEASURED, key)),
  ...words(then['never']).filter(isMeasured),
  ...words(then['invariants']).flatMap((it) => MEASURED_INVARIANTS.exec(it)?.[1] ?? []),
];
