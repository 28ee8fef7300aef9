import type { Suggestion } from '../../protocol/events.ts';
import { FAQ } from '../shop/content.ts';
import type { FaqEntry } from '../shop/language-content.ts';
import type { Language } from '../shop/languages.ts';
import { normalised } from './words.ts';

const MIN_PREFIX_LENGTH = 4;

function isIn(text: string, keyword: string): boolean {
  const isPrefix = keyword.length >= MIN_PREFIX_LENGTH && !keyword.includes(' ');
  return text.includes(isPrefix ? ` ${keyword}` : ` ${keyword} `);
}

/** An entry and its longest keyword in the text: "free delivery" outweighs "delivery". */
export interface FaqMatch {
  readonly entry: FaqEntry;
  readonly keyword: string;
}

function matchOf(entry: FaqEntry, text: string): readonly FaqMatch[] {
  const [keyword] = entry.keywords
    .filter((candidate) => isIn(text, candidate))
    .sort((a, b) => b.length - a.length);
  return keyword === undefined ? [] : [{ entry, keyword }];
}

/** Finds the entry with exactly this question. */
export function findQuestion(text: string, language: Language): FaqEntry | undefined {
  const asked = normalised(text);
  return FAQ[language].find(({ question }) => normalised(question) === asked);
}

/** Finds the entry with the longest keyword in the text. Small talk counts only when there is nothing else. */
export function searchFaq(text: string, language: Language): FaqMatch | undefined {
  const asked = normalised(text);
  const rank = ({ entry, keyword }: FaqMatch) => keyword.length - (entry.isSmallTalk ? 1_000 : 0);
  const [best] = FAQ[language].flatMap((entry) => matchOf(entry, asked)).sort((a, b) => rank(b) - rank(a));
  return best;
}

/** Suggestions that ask for the given entries, in the given order. */
export function suggest(ids: readonly string[], language: Language): readonly Suggestion[] {
  return ids.flatMap((id) => {
    const entry = FAQ[language].find((faq) => faq.id === id);
    return entry ? [{ messageText: entry.question, payload: `faq:${id}` }] : [];
  });
}
