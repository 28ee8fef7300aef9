import * as z from 'zod';
import { type PhraseLists, phraseLists, phrases, template, text } from './content-fields.ts';
import { parseContent } from './content-file.ts';
import { productWithId } from './products.ts';

/** The sentences of the script besides the shop's questions and answers. */
const sentences = z.strictObject({
  greeting: text,
  unknown: text,
  goodbye: text,
  suggest: text,
  card: text,
  cards: z.array(z.strictObject({ product: productWithId, title: template('price'), action: text })),
  image: text,
  imageTitle: text,
  call: text,
  callTitle: text,
  slow: text,
  handoffFailed: text,
  handoffTimeout: text,
  handedBack: text,
  elsewhere: text,
  queue: text,
  next: text,
  liveHello: text,
  liveHere: text,
  liveUnknown: text,
  liveGoodbye: text,
  /** The text of a suggestion, and what the agent understands as a wish for a person. */
  talkToPerson: text,
  bot: text,
  liveBot: text,
  staying: text,
  onTheWay: text,
  stillComing: text,
  noted: text,
  switched: text,
  price: template('amount'),
  product: template('name', 'price'),
  products: text,
  favourites: text,
  seeProduct: text,
  askOrderNumber: text,
  askReplacementNumber: text,
  noOrderNumber: text,
  unknownOrder: template('number'),
  order: template('number', 'items', 'state'),
  orderStates: z.strictObject({
    'on-its-way': text,
    'in-workshop': text,
    delivered: text,
    'to-collect': text,
    refunded: text,
  }),
  replaced: template('number', 'items'),
  damaged: template('name'),
  damagedItem: text,
  damagedNext: text,
  wantReplacement: text,
  wantMoney: text,
});

const question = z.strictObject({
  id: z.string(),
  /** The text of a suggestion that asks for this entry. */
  question: text,
  /**
   * A single word of four letters or more also matches longer words that begin with it; any other keyword matches whole words
   * only.
   */
  keywords: phrases(),
  /** Markdown. */
  answer: text.optional(),
  /** Ids of the entries that are suggested together with the answer. */
  related: z.array(z.string()),
  /** The agent answers with `askOrderNumber`, and takes the next message as a number. */
  asksForOrder: z.literal(true).optional(),
  /** The entry counts only when the text is about nothing else. */
  isSmallTalk: z.literal(true).optional(),
});

const questions = z.array(question).superRefine((entries, context) => {
  const ids = entries.map(({ id }) => id);
  for (const [index, { related, answer, asksForOrder }] of entries.entries()) {
    for (const id of related.filter((entryId) => !ids.includes(entryId)))
      context.addIssue({ code: 'custom', path: [index, 'related'], message: `no question "${id}"` });
    if ((answer === undefined) !== (asksForOrder === true))
      context.addIssue({ code: 'custom', path: [index], message: 'expected either answer or asksForOrder' });
  }
});

/** The phrases by which the agent understands visitors. */
function wordingWith(lists: PhraseLists) {
  const list = phrases(lists);
  /**
   * A request: one of `asks`, then any of `fillers`, then one of `targets`. With `followedBy`, one of these must come later in the
   * same clause.
   */
  const request = z.strictObject({
    asks: list,
    fillers: list,
    targets: list,
    followedBy: list.optional(),
  });
  return z.strictObject({
    /** Frequent words that the other languages do not have. They show the language of a text. */
    signs: list,
    /** Words around a request that change nothing. */
    courtesy: list,
    person: z.strictObject({
      requests: z.array(request),
      /** Refusals of a person that need no further negation. */
      refusals: z.array(request),
      /** Whole messages that ask for a person, apart from courtesy. */
      alone: list,
    }),
    negations: list,
    /** Words that may stand between a negation and what it negates. */
    negationFillers: list,
    /** Words directly behind a negation that make it a question: "don't you have …". */
    questionPronouns: list,
    bot: z.strictObject({ questions: z.array(request), alone: list }),
    order: z.strictObject({
      nouns: list,
      /** Words around an order number that is sent without a noun. */
      aroundNumber: list,
      unknownNumber: list,
    }),
    damage: z.strictObject({
      words: list,
      /** One of these or a product must be in the text as well. */
      arrivals: list,
      /** Words of general questions that are not about something that has happened. */
      hypothetical: list,
    }),
    replacement: list,
    price: list,
    /** Words of a question about products. */
    browse: list,
    /** Questions about the whole catalogue. */
    catalogue: list,
    /** Keywords of the shop's questions that are also words for products. */
    productKeywords: list,
    /** Requests to change to a language. */
    languages: z.strictObject({ en: list, fr: list, de: list }),
    /** Words that are one letter away from a phrase and are no misspelling of it. */
    notTypos: list,
  });
}

const fileWith = (lists: PhraseLists) =>
  z
    .strictObject({ phrases: sentences, questions, lists: z.unknown(), wording: wordingWith(lists) })
    .transform(({ phrases, questions, wording }) => ({
      phrases,
      questions: questions.map(({ answer = phrases.askOrderNumber, ...entry }) => ({ ...entry, answer })),
      wording,
    }));

/** Parses the content of a language. Throws an error that names the file and the faulty entries. */
export function parseLanguage(file: string, content: unknown) {
  const { lists } = parseContent(file, content, z.object({ lists: phraseLists }));
  return parseContent(file, content, fileWith(lists));
}

type LanguageContent = ReturnType<typeof parseLanguage>;
/** A question that the scripted agent can answer. */
export type FaqEntry = LanguageContent['questions'][number];
export type Wording = LanguageContent['wording'];
export type RequestWording = Wording['person']['requests'][number];
