import { warn } from './warn.ts';

/** Loads the chunk of rare features, and calls `use` with it. */
export type UseRare = (use: (rare: typeof import('./rare.ts')) => void) => void;

/** The version of the npm package. */
export const useRare: UseRare = (use) => void import('./rare.ts').then(use, warn);
