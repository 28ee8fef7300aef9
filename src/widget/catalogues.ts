import type { Catalogue } from './catalogue.ts';

type Loading = Promise<{ readonly default: Catalogue }>;

const CATALOGUES: Readonly<Record<string, () => Loading>> = {
  es: () => import('./locales/es.ts'),
  fr: () => import('./locales/fr.ts'),
  de: () => import('./locales/de.ts'),
  pt: () => import('./locales/pt.ts'),
  it: () => import('./locales/it.ts'),
  nl: () => import('./locales/nl.ts'),
  pl: () => import('./locales/pl.ts'),
  ja: () => import('./locales/ja.ts'),
  zh: () => import('./locales/zh.ts'),
  ar: () => import('./locales/ar.ts'),
  he: () => import('./locales/he.ts'),
};

/**
 * Each language is a file of its own that loads when somebody speaks it; undefined: English, or one that nobody has
 * translated. (The browser build has a shorter form of this module: see vite.config.ts.)
 */
export const loadCatalogue = (language: string): Loading | undefined =>
  Object.hasOwn(CATALOGUES, language) ? CATALOGUES[language]?.() : undefined;
