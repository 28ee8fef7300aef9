/** True if the visitor prefers reduced motion. */
export const reducesMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
