import { createContext, runInContext } from 'node:vm';
import type { Matches } from '../../behavior/suite/judge.ts';
import { PATTERN_FLAGS } from '../../behavior/suite/judge.ts';

const WITHIN_MS = 200;

/** Tries patterns, each for a limited time: some take exponential time for an ordinary answer. */
export function createMatches(): Matches {
  const values: { pattern: string; text: string } = { pattern: '', text: '' };
  const context = createContext(values);
  return (pattern, text) => {
    Object.assign(values, { pattern, text });
    try {
      return runInContext(`new RegExp(pattern, '${PATTERN_FLAGS}').test(text)`, context, {
        timeout: WITHIN_MS,
      });
    } catch {
      return undefined;
    }
  };
}
