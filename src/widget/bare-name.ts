/** Characters that turn the writing direction of what follows them. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A name as it may stand within a sentence of ours: it must not turn the rest of it around (S-32). */
export const bareName = (name: string): string => name.replace(TURNS, '');
