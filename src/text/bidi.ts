/** Characters that change the writing direction of the text after them. */
const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Removes bidirectional controls from a name, so that it cannot reorder the sentence around it (S-32). */
export const stripBidiControls = (name: string): string => name.replace(BIDI_CONTROLS, '');

/**
 * Text without overrides: every embedding and override becomes an isolate of its direction. Letters then keep their order,
 * however deep the controls nest, so no text can make an address read backwards (S-32).
 */
export const withoutOverrides = (text: string): string =>
  text.replace(
    /[\u202a-\u202e]/g,
    (control) => '\u2066\u2067\u2069\u2066\u2067'[control.charCodeAt(0) - 0x202a] ?? '',
  );
