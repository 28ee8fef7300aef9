import { PHRASES_DE } from './phrases-de.ts';
import { PHRASES_EN } from './phrases-en.ts';
import { PHRASES_FR } from './phrases-fr.ts';

/** A language that the script speaks. */
export type Language = 'en' | 'fr' | 'de';

export const LANGUAGES: readonly Language[] = ['en', 'fr', 'de'];

/** The sentences of the script besides the shop's questions and answers. */
export const PHRASES: Record<Language, typeof PHRASES_EN> = {
  en: PHRASES_EN,
  fr: PHRASES_FR,
  de: PHRASES_DE,
};
