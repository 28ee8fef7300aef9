/** Maximum number of marks on one letter. A browser takes seconds to lay out thousands; no script needs more than a few. */
export const MAX_COMBINING = 32;

export const COMBINING = /\p{M}/u;

const LONG_RUN = /(\p{M}{32})\p{M}+/gu;

/** Text with at most 32 combining marks in a row (S-129). */
export const limitCombining = (text: string): string => text.replace(LONG_RUN, '$1');
