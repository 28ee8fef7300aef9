import type { Row } from '../../answers.ts';

/** The place in a conversation of the words that were searched for. */
export interface Hit {
  /** The index of the turn. */
  readonly turn: number;
  readonly by: 'user' | 'agent';
  /** The sentence, in turns what is not and what is one of the words. */
  readonly parts: readonly string[];
}

/** Signs before the first word that a line has room for. */
const MAX_BEFORE = 40;
const MAX_SENTENCE = 240;

/** Links and the commonest signs of Markdown: a whole reader of it would be most of this code. */
const LINK = /\[([^\]]{0,200})\]\([^)]{0,500}\)/g;

/** Scripts without spaces: a word may begin anywhere. */
const UNSPACED = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** The beginnings of words that are one of the searched ones. */
function patternOf(words: readonly string[]): RegExp {
  const either = words.map((word) => (UNSPACED.test(word) ? word : `(?<![\\p{L}\\p{N}])${word}`)).join('|');
  return new RegExp(`(${either})`, 'giu');
}

/** The sentence around a place in a text, shortened at its beginning so that the place is seen. */
function sentenceAround(text: string, at: number): string {
  const before = text.slice(0, at);
  const start = Math.max(
    ...[...before.matchAll(/[.!?…。！？]\s+|\n/g)].map((match) => match.index + match[0].length),
    0,
  );
  const isLong = at - start > MAX_BEFORE;
  const space = before.indexOf(' ', at - MAX_BEFORE) + 1;
  const from = isLong ? space || at : start;
  return `${isLong ? '… ' : ''}${text.slice(from, from + MAX_SENTENCE)}`.replace(/\s+/g, ' ');
}

/**
 * Creates the function that finds the words of a search in a conversation: what was said once with the most of them. The platform
 * does not tell where it has found something. undefined: nowhere, as is possible for a search by meaning.
 */
export function createHits(text: string, saidBy?: Hit['by']): (row: Row) => Hit | undefined {
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu))];
  const pattern = patternOf(words);
  const countIn = (said: string) => new Set(said.match(pattern)?.map((word) => word.toLowerCase())).size;
  const known = new WeakMap<Row, Hit | undefined>();

  function find({ turns }: Row): Hit | undefined {
    const all = turns.flatMap(({ userInput, agentResponse }, turn) => [
      { turn, by: 'user' as const, said: userInput ?? '' },
      { turn, by: 'agent' as const, said: (agentResponse ?? '').replace(LINK, '$1').replace(/[*`]/g, '') },
    ]);
    const counted = all
      .filter(({ by }) => (saidBy ?? by) === by)
      .map((spoken) => ({ ...spoken, count: countIn(spoken.said) }))
      .filter(({ count }) => count > 0);
    // Of equals, what the caller said: agents greet with the same words each time.
    const [best] = counted.sort(
      (one, other) => other.count - one.count || Number(one.by === 'agent') - Number(other.by === 'agent'),
    );
    if (!best) return undefined;
    const { turn, by, said } = best;
    return { turn, by, parts: sentenceAround(said, said.search(pattern)).split(pattern) };
  }

  return (row) => {
    if (words.length === 0) return undefined;
    if (!known.has(row)) known.set(row, find(row));
    return known.get(row);
  };
}
