import { createBuilder, isUnfinished } from './markdown/builder.ts';
import { createTextOutput } from './markdown/text-output.ts';
import { createWriter } from './markdown/writer.ts';

/** Plain text of a growing Markdown text: its rendered text, a line for each block. */
export interface PlainText {
  /** Appends a piece of the text, split at any character. */
  write(text: string): void;
  /** Ends the text. `write` must not be called afterwards. */
  end(): void;
  /** The plain text since the last call, as far as more text cannot change it. */
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

/** Plain text of Markdown: the rendered words, without the signs (M-6.25). */
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
