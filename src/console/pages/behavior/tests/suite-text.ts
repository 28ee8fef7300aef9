import type { Kept } from '../../../kept.ts';

/** Tests of answers, as a person has written or opened them. */
export const SUITE_TEXT: Kept<string> = { initial: '' };
