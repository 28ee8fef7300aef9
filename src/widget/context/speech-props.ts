import type { Signal } from '@preact/signals';
import type { PlainText } from '../../text/plain-text.ts';

export interface ComposerPartsProps {
  /** True while the visitor dictates: the empty field says so. */
  readonly isDictating: Signal<boolean>;
}

/**
 * Functions of the chunk that loads this one. This chunk imports nothing of it: the bundler would create a namespace object for that
 * chunk, and this fails in a page with enumerable names on `Object.prototype`.
 */
export interface SpeechProps extends ComposerPartsProps {
  announce(text: string): void;
  /** Returns the plain text of a growing Markdown text. */
  beginText(): PlainText;
}
