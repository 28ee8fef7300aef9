import type { Wording } from '../shop/language-content.ts';
import { hasPhrase, type Words } from './words.ts';

const numberIn = (word: string | undefined): string | undefined => /^(?:lo)?(\d{1,8})$/.exec(word ?? '')?.[1];
const isOrderNumber = (number: string | undefined): number is string => (number?.length ?? 0) >= 4;

/** The order number of a message that names an order, or that is nothing but a number. */
export function orderNumberIn(words: Words, { order }: Wording): string | undefined {
  const number = words.map(numberIn).find(isOrderNumber);
  if (number === undefined || hasPhrase(words, order.nouns)) return number;
  const isAlone = words.every((word) => numberIn(word) !== undefined || order.aroundNumber.includes(word));
  return isAlone ? number : undefined;
}

/** The order number in the answer to the question for it: any word with a digit counts, even an invalid one. */
export function answeredOrderNumber(words: Words): string | undefined {
  const number = words.map(numberIn).find(isOrderNumber);
  if (number !== undefined) return number;
  const digits = words.map(numberIn).filter((found) => found !== undefined);
  return digits.length > 0
    ? digits.join('').slice(0, 12)
    : words.find((word) => /\d/.test(word))?.slice(0, 12);
}
