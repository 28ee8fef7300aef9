import type { Suggestion } from '../../protocol/events.ts';
import { FAQ_EN } from './faq-en.ts';
import { FAQ_FR } from './faq-fr.ts';
import type { Language } from './phrases.ts';

export interface FaqEntry {
  readonly id: string;
  /** How a visitor would ask: what a suggestion says. */
  readonly question: string;
  /** Normalised: a single word of four letters or more matches words that begin with it; all else as it stands. */
  readonly keywords: readonly string[];
  /** Markdown. */
  readonly answer: string;
  /** Ids of the entries that are suggested with the answer. */
  readonly related: readonly string[];
}

export const FAQ: Record<Language, readonly FaqEntry[]> = { en: FAQ_EN, fr: FAQ_FR };

/** Lower case, without accents and punctuation, one space between words and one at either end. */
function normalised(text: string): string {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return ` ${plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
}

const PREFIX_FROM = 4;

function isIn(text: string, keyword: string): boolean {
  const mayGoOn = keyword.length >= PREFIX_FROM && !keyword.includes(' ');
  return text.includes(mayGoOn ? ` ${keyword}` : ` ${keyword} `);
}

/** The longest keyword says most: "free delivery" means more than "delivery". */
const weight = (entry: FaqEntry, text: string) =>
  Math.max(0, ...entry.keywords.filter((keyword) => isIn(text, keyword)).map(({ length }) => length));

/** The entry that a text asks for: the one of that very question, else the one with the weightiest word in the text. */
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

/** Suggestions that ask for the given entries, in that order. */
export function suggest(ids: readonly string[], language: Language): readonly Suggestion[] {
  return ids.flatMap((id) => {
    const entry = FAQ[language].find((it) => it.id === id);
    return entry ? [{ messageText: entry.question, payload: `faq:${id}` }] : [];
  });
}
