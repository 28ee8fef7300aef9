/** The languages that the script speaks. Each has a file of this name in the shop's content. */
export const LANGUAGES = ['en', 'fr', 'de'] as const;

export type Language = (typeof LANGUAGES)[number];

/** The same part of the content in each language. */
export const inEachLanguage = <Value>(part: (language: Language) => Value): Record<Language, Value> => ({
  en: part('en'),
  fr: part('fr'),
  de: part('de'),
});
