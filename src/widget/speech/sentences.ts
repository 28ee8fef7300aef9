/** Sentences of a text that still grows. */
export interface Spoken {
  readonly sentences: readonly string[];
  /** Index up to which the text has been taken. */
  readonly end: number;
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

/** The sentences of `text` from `start` on. The last one waits until the text is complete: it may go on. */
export function sentencesFrom(text: string, start: number, isComplete: boolean, locale: string): Spoken {
  const parts = segments(text.slice(start), locale).filter((part) => part !== '');
  const ready = isComplete ? parts : parts.slice(0, -1);
  return {
    sentences: ready.map((part) => part.trim()).filter(Boolean),
    end: start + ready.join('').length,
  };
}
