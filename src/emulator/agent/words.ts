/** Letters that have no decomposed form. */
const EXPANDED: Readonly<Record<string, string>> = { ß: 'ss', œ: 'oe', æ: 'ae' };

/** Lower case, without accents and punctuation, with one space between words and at both ends. */
export function normalised(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  const expanded = plain.replace(/[ßœæ]/g, (letter) => EXPANDED[letter] ?? letter);
  return ` ${expanded.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}

export type Words = readonly string[];

/** The words of a text, without accents and punctuation. */
export const wordsIn = (text: string): Words => normalised(text).trim().split(' ').filter(Boolean);

/** The words of each part between punctuation marks. An apostrophe and a hyphen separate words, not parts. */
export const clausesIn = (text: string): readonly Words[] =>
  text
    .split(/[^\p{L}\p{M}\p{N}\s'’‘´`#-]+/u)
    .map(wordsIn)
    .filter((words) => words.length > 0);

const split = new Map<string, Words>();

/** The words of a phrase of the wording. Phrases are few, so each is split once. */
function wordsOfPhrase(phrase: string): Words {
  const known = split.get(phrase) ?? phrase.split(' ');
  split.set(phrase, known);
  return known;
}

/** The position behind the longest of the phrases that begins at this position; undefined when none does. */
export function endOfPhrase(words: Words, at: number, phrases: readonly string[]): number | undefined {
  let end: number | undefined;
  for (const phrase of phrases) {
    const parts = wordsOfPhrase(phrase);
    if (at + parts.length <= (end ?? 0)) continue;
    if (parts.every((part, offset) => words[at + offset] === part)) end = at + parts.length;
  }
  return end;
}

/** The first position of one of the phrases; -1 when there is none. */
export const indexOfPhrase = (words: Words, phrases: readonly string[]): number =>
  words.findIndex((_, index) => endOfPhrase(words, index, phrases) !== undefined);

export const hasPhrase = (words: Words, phrases: readonly string[]): boolean =>
  indexOfPhrase(words, phrases) >= 0;
