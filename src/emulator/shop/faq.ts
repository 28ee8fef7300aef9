import { FAQ_DE } from './faq-de.ts';
import { FAQ_EN } from './faq-en.ts';
import type { FaqEntry } from './faq-entry.ts';
import { FAQ_FR } from './faq-fr.ts';
import type { Language } from './phrases.ts';

/** The shop's questions and answers in each language. */
export const FAQ: Record<Language, readonly FaqEntry[]> = { en: FAQ_EN, fr: FAQ_FR, de: FAQ_DE };
