import type { PlainText } from '../../text/plain-text.ts';

/**
 * Functions of the chunk that loads this one, which imports nothing of it: the bundler would give that chunk a namespace object,
 * whose making fails in a page with enumerable names on `Object.prototype`.
 */
export interface SpeechProps {
  announce(text: string): void;
  /** The words of a Markdown text that still grows. */
  beginText(): PlainText;
}
