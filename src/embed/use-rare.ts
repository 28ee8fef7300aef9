import { warn } from './warn.ts';

/** Loads what few pages need, and calls `use` with it. */
export type UseRare = (use: (rare: typeof import('./rare.ts')) => void) => void;

/** The same from the package. */
export const useRare: UseRare = (use) => void import('./rare.ts').then(use, warn);
