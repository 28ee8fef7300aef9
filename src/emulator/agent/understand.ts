import type { AskedFor } from '../model/conversation.ts';
import { FAQ, WORDING } from '../shop/content.ts';
import type { FaqEntry, Wording } from '../shop/language-content.ts';
import { inEachLanguage, LANGUAGES, type Language } from '../shop/languages.ts';
import { PRODUCTS, type Product } from '../shop/products.ts';
import { findQuestion, searchFaq } from './faq-search.ts';
import { handoffRequest } from './handoff-request.ts';
import { isNegated } from './request-search.ts';
import { createSpelling } from './spelling.ts';
import { clausesIn, hasPhrase, indexOfPhrase, type Words, wordsIn } from './words.ts';

const numberIn = (word: string | undefined): string | undefined => /^(?:lo)?(\d{1,8})$/.exec(word ?? '')?.[1];
const isOrderNumber = (number: string | undefined): number is string => (number?.length ?? 0) >= 4;

/** The order number of a message that names an order, or that is nothing but a number. */
function orderNumberIn(words: Words, { order }: Wording): string | undefined {
  const number = words.map(numberIn).find(isOrderNumber);
  if (number === undefined || hasPhrase(words, order.nouns)) return number;
  const isAlone = words.every((word) => numberIn(word) !== undefined || order.aroundNumber.includes(word));
  return isAlone ? number : undefined;
}

/** The order number in the answer to the question for it: any word with a digit counts, even an invalid one. */
function answeredOrderNumber(words: Words): string | undefined {
  const number = words.map(numberIn).find(isOrderNumber);
  if (number !== undefined) return number;
  const digits = words.map(numberIn).filter((found) => found !== undefined);
  return digits.length > 0
    ? digits.join('').slice(0, 12)
    : words.find((word) => /\d/.test(word))?.slice(0, 12);
}

/** The meaning of a visitor's message. */
export type Meaning =
  | { readonly kind: 'person' | 'no-person' | 'bot' | 'no-order-number' }
  | { readonly kind: 'language'; readonly language: Language }
  | { readonly kind: 'order'; readonly number: string }
  | { readonly kind: 'damaged'; readonly products: readonly Product[] }
  /** Without a number, the agent asks for it. */
  | { readonly kind: 'replacement'; readonly number: string | undefined }
  /** Without a product, the agent shows its favourites. */
  | { readonly kind: 'products'; readonly products: readonly Product[] }
  | { readonly kind: 'faq'; readonly entry: FaqEntry };

/** A question is short. The rest of a longer text does not change what it means. */
const MAX_CHARACTERS = 2_000;
/** Texts of so few words may have none that shows their language. */
const FEW_WORDS = 3;

/** Entries that say more about an order than its state does. */
const ABOUT_ORDERS = ['returns', 'change-order', 'pickup', 'payment', 'payment-failed'];

/** "A replacement bulb" is a question about bulbs. */
const NOT_REPLACED = ['bulbs', 'care'];

const lists = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(lists);

const vocabularyOf = (language: Language): readonly string[] => {
  const { signs: _, courtesy: __, languages: ___, notTypos: ____, ...wording } = WORDING[language];
  const phrases = [
    ...lists(wording),
    ...FAQ[language].flatMap(({ keywords }) => keywords),
    ...PRODUCTS.flatMap(({ names }) => names),
  ];
  return [...new Set(phrases.flatMap((phrase) => phrase.split(' ')))].filter((word) => word.length >= 4);
};

const spellingOf = (language: Language) =>
  createSpelling(vocabularyOf(language), [
    ...WORDING[language].signs,
    ...WORDING[language].courtesy,
    ...WORDING[language].notTypos,
  ]);

const SPELLING = inEachLanguage(spellingOf);

function productsIn(words: Words): { readonly products: readonly Product[]; readonly isNamed: boolean } {
  const named = PRODUCTS.filter(({ names }) => hasPhrase(words, names));
  return named.length > 0
    ? { products: named, isNamed: true }
    : { products: PRODUCTS.filter(({ nouns }) => hasPhrase(words, nouns)), isNamed: false };
}

/** True if something has arrived broken, as opposed to a question about what would happen. */
function isDamaged(words: Words, hasProduct: boolean, wording: Wording): boolean {
  const { damage, order } = wording;
  const at = indexOfPhrase(words, damage.words);
  if (at < 0 || hasPhrase(words, damage.hypothetical) || isNegated(words, at, wording)) return false;
  return hasProduct || hasPhrase(words, order.nouns) || hasPhrase(words, damage.arrivals);
}

function shopMeaning(words: Words, language: Language): Meaning | undefined {
  const wording = WORDING[language];
  const { products, isNamed } = productsIn(words);
  const number = orderNumberIn(words, wording);
  if (isDamaged(words, products.length > 0, wording)) return { kind: 'damaged', products };
  const faq = searchFaq(words.join(' '), language);
  if (hasPhrase(words, wording.replacement) && !NOT_REPLACED.includes(faq?.entry.id ?? ''))
    return { kind: 'replacement', number };
  if (number !== undefined && !ABOUT_ORDERS.includes(faq?.entry.id ?? '')) return { kind: 'order', number };
  // "Where is my oder 4712?": the question names no order, but the number can be nothing else.
  const asked = faq?.entry.id === 'tracking' ? answeredOrderNumber(words) : undefined;
  if (asked !== undefined) return { kind: 'order', number: asked };
  const isAboutProducts =
    faq === undefined || faq.entry.isSmallTalk === true || wording.productKeywords.includes(faq.keyword);
  if (isAboutProducts) {
    const isQuestion = hasPhrase(words, [...wording.price, ...wording.browse]) || words.length <= FEW_WORDS;
    if (products.length > 0 && (isNamed || isQuestion)) return { kind: 'products', products };
    if (hasPhrase(words, wording.catalogue)) return { kind: 'products', products: [] };
    if (faq === undefined && hasPhrase(words, wording.price)) return { kind: 'products', products: [] };
  }
  return faq && { kind: 'faq', entry: faq.entry };
}

function meaningIn(text: string, language: Language, asked: AskedFor | undefined): Meaning | undefined {
  const wording = WORDING[language];
  const spell = SPELLING[language];
  const words = spell(wordsIn(text));
  const request = handoffRequest(clausesIn(text).map(spell), wording);
  if (request) return { kind: request };
  const wanted = LANGUAGES.find((named) => hasPhrase(words, wording.languages[named]));
  if (wanted !== undefined) return { kind: 'language', language: wanted };
  if (asked !== undefined) {
    const number = answeredOrderNumber(words);
    if (number !== undefined) return { kind: asked === 'status' ? 'order' : asked, number };
    if (hasPhrase(words, wording.order.unknownNumber)) return { kind: 'no-order-number' };
  }
  return shopMeaning(words, language);
}

export interface Understood {
  /** The language of the message. */
  readonly language: Language;
  readonly meaning: Meaning | undefined;
}

/** Understands a message in the language of the conversation, or in the one that it is written in. Pure. */
export function understand(message: string, current: Language, asked?: AskedFor): Understood {
  const text = message.slice(0, MAX_CHARACTERS);
  // The agent's own questions are understood whatever the language of the conversation.
  for (const language of [current, ...LANGUAGES]) {
    const entry = findQuestion(text, language);
    if (entry) return { language, meaning: { kind: 'faq', entry } };
  }
  const words = wordsIn(text);
  const signs = (language: Language) => words.filter((word) => WORDING[language].signs.includes(word)).length;
  const others = LANGUAGES.filter(
    (candidate) => candidate !== current && signs(candidate) > signs(current),
  ).sort((a, b) => signs(b) - signs(a));
  const [other] = others;
  const isOther = other !== undefined && signs(other) >= 2;
  // "My vase arrived broken" after a French question: "vase" is French too, but nothing else is.
  const isProbablyOther = isOther || (other !== undefined && signs(current) === 0);
  const isShort = words.length <= FEW_WORDS && signs(current) === 0;
  const order = isProbablyOther
    ? [...others, current]
    : [current, ...(isShort ? LANGUAGES.filter((candidate) => candidate !== current) : others)];
  for (const language of order) {
    const meaning = meaningIn(text, language, asked);
    if (meaning) return { language, meaning };
  }
  return { language: isOther ? other : current, meaning: undefined };
}
