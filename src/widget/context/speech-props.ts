import type { PlainText } from '../../text/plain-text.ts';

/**
 * Functions of the chunk that loads this one. This chunk imports nothing of it: the bundler would create a namespace object for that
 * chunk, and this fails in a page with enumerable names on `Object.prototype`.
 */
export interface SpeechProps {
  announce(text: string): void;
  /** Returns the plain text of a growing Markdown text. */
  beginText(): PlainText;
}
