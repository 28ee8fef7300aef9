import type { Language } from './phrases.ts';
import type { Wording } from './wording.ts';
import { WORDING_DE } from './wording-de.ts';
import { WORDING_EN } from './wording-en.ts';
import { WORDING_FR } from './wording-fr.ts';

/** The words by which the agent understands visitors, in each language. */
export const WORDING: Record<Language, Wording> = { en: WORDING_EN, fr: WORDING_FR, de: WORDING_DE };
