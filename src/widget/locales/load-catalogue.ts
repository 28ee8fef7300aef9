import type { Catalogue } from './translations/strings.ts';

type Loading = Promise<{ readonly default: Catalogue }>;

const CATALOGUES: Readonly<Record<string, () => Loading>> = {
  es: () => import('./translations/es.ts'),
  fr: () => import('./translations/fr.ts'),
  de: () => import('./translations/de.ts'),
  pt: () => import('./translations/pt.ts'),
  it: () => import('./translations/it.ts'),
  nl: () => import('./translations/nl.ts'),
  pl: () => import('./translations/pl.ts'),
  ja: () => import('./translations/ja.ts'),
  zh: () => import('./translations/zh.ts'),
  ar: () => import('./translations/ar.ts'),
  he: () => import('./translations/he.ts'),
};

/** Loads the catalogue of a language. Returns undefined for English and for languages without a translation. */
export const loadCatalogue = (language: string): Loading | undefined =>
  Object.hasOwn(CATALOGUES, language) ? CATALOGUES[language]?.() : undefined;
