import type { Suggestion } from '../../protocol/events.ts';
import { FAQ } from '../shop/faq.ts';
import type { FaqEntry } from '../shop/faq-entry.ts';
import type { Language } from '../shop/phrases.ts';

/** Lower case, without accents and punctuation, with one space between words and at both ends. */
function normalised(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return ` ${plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}

const MIN_PREFIX_LENGTH = 4;

function isIn(text: string, keyword: string): boolean {
  const isPrefix = keyword.length >= MIN_PREFIX_LENGTH && !keyword.includes(' ');
  return text.includes(isPrefix ? ` ${keyword}` : ` ${keyword} `);
}

/** The length of the longest keyword in the text: "free delivery" outweighs "delivery". */
const weight = (entry: FaqEntry, text: string) =>
  Math.max(0, ...entry.keywords.filter((keyword) => isIn(text, keyword)).map(({ length }) => length));

/** Finds the entry with exactly this question, else the one with the longest keyword in the text. */
export function findEntry(text: string, language: Language): FaqEntry | undefined {
  const asked = normalised(text);
  const exact = FAQ[language].find(({ question }) => normalised(question) === asked);
  if (exact) return exact;
  const [best] = FAQ[language]
    .map((entry) => ({ entry, weight: weight(entry, asked) }))
    .filter((it) => it.weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return best?.entry;
}

/** Suggestions that ask for the given entries, in the given order. */
export function suggest(ids: readonly string[], language: Language): readonly Suggestion[] {
  return ids.flatMap((id) => {
    const entry = FAQ[language].find((it) => it.id === id);
    return entry ? [{ messageText: entry.question, payload: `faq:${id}` }] : [];
  });
}
