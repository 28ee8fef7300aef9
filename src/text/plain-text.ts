import { createBuilder, isUnfinished } from './markdown/builder.ts';
import { createTextOutput } from './markdown/text-output.ts';
import { createWriter } from './markdown/writer.ts';

/** Plain text of a Markdown text that still grows: what its rendering shows, a line for each block. */
export interface PlainText {
  /** Appends a piece of the text, split at any character. */
  write(text: string): void;
  /** The text is complete. `write` must not be called afterwards. */
  end(): void;
  /** The plain text since the last call that more text cannot change. */
  take(): string;
}

export function createPlainText(): PlainText {
  const output = createTextOutput();
  const dom = createBuilder(output);
  const { write, end } = createWriter(dom);
  return {
    write,
    end,
    take: () => output.take(dom.levels.find(isUnfinished)?.node),
  };
}

/** Plain text of Markdown: the words that its rendering shows, and none of its signs (M-6.25). */
export function plainText(markdown: string): string {
  const text = createPlainText();
  text.write(markdown);
  text.end();
  return text.take();
}

/** Enough for two lines in any script. */
const MAX_CHARACTERS = 400;

/** Beginning of a Markdown text as one line. */
export const firstWords = (markdown: string): string =>
  plainText(markdown.slice(0, MAX_CHARACTERS)).replace(/\s+/g, ' ').trim();
