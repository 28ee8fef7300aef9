import type { Language } from './phrases.ts';

/**
 * A request: one of `asks`, then any of `fillers`, then one of `targets`. With `followedBy`, one of these must come
 * later in the same clause. Words have no accents; an apostrophe is a space.
 */
export interface RequestWording {
  readonly asks: readonly string[];
  readonly fillers: readonly string[];
  readonly targets: readonly string[];
  readonly followedBy?: readonly string[];
}

/** The words by which the agent understands visitors in one language. */
export interface Wording {
  /** Frequent words that the other languages do not have. They show the language of a text. */
  readonly signs: readonly string[];
  /** Words around a request that change nothing. */
  readonly courtesy: readonly string[];
  readonly person: {
    readonly requests: readonly RequestWording[];
    /** Refusals of a person that need no further negation. */
    readonly refusals: readonly RequestWording[];
    /** Whole messages that ask for a person, apart from courtesy. */
    readonly alone: readonly string[];
  };
  readonly negations: readonly string[];
  /** Words that may stand between a negation and what it negates. */
  readonly negationFillers: readonly string[];
  /** Words directly behind a negation that make it a question: "don't you have …". */
  readonly questionPronouns: readonly string[];
  readonly bot: { readonly questions: readonly RequestWording[]; readonly alone: readonly string[] };
  readonly order: {
    readonly nouns: readonly string[];
    /** Words around an order number that is sent without a noun. */
    readonly aroundNumber: readonly string[];
    readonly unknownNumber: readonly string[];
  };
  readonly damage: {
    readonly words: readonly string[];
    /** One of these or a product must be in the text as well. */
    readonly arrivals: readonly string[];
    /** Words of general questions, which are not about something that has happened. */
    readonly hypothetical: readonly string[];
  };
  readonly replacement: readonly string[];
  readonly price: readonly string[];
  /** Words of a question about products. */
  readonly browse: readonly string[];
  /** Questions about the whole catalogue. */
  readonly catalogue: readonly string[];
  /** Keywords of the shop's questions that are also words for products. */
  readonly productKeywords: readonly string[];
  /** Requests to change to a language. */
  readonly languages: Readonly<Record<Language, readonly string[]>>;
}
