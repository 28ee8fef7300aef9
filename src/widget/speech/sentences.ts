/** Sentences of a growing text. */
export interface Spoken {
  readonly sentences: readonly string[];
  /** The text after them. It waits for more. */
  readonly rest: string;
}

/** An end of a sentence or a line, where there is no `Intl.Segmenter` (Firefox before 125). */
const END = /[.!?…。！？]["'”’)]{0,3}\s+|[。！？]|\n+/g;

function segments(text: string, locale: string): readonly string[] {
  if ('Segmenter' in Intl)
    return Array.from(
      new Intl.Segmenter(locale, { granularity: 'sentence' }).segment(text),
      ({ segment }) => segment,
    );
  const parts: string[] = [];
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(END)) {
    parts.push(text.slice(from, index + mark.length));
    from = index + mark.length;
  }
  return [...parts, text.slice(from)];
}

/** The sentences of `text`. The last one may continue, so it waits until the text is complete. */
export function sentencesOf(text: string, isComplete: boolean, locale: string): Spoken {
  const parts = segments(text, locale).filter((part) => part !== '');
  const rest = isComplete ? '' : (parts.pop() ?? '');
  return { sentences: parts.map((part) => part.trim()).filter(Boolean), rest };
}
