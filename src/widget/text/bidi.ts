/** Characters that change the writing direction of the text after them. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Removes bidirectional controls from a name, so that it cannot reorder the sentence around it (S-32). */
export const stripBidiControls = (name: string): string => name.replace(BIDI_CONTROLS, '');
