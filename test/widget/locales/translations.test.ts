import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../../src/widget/locales/translations/strings.ts';
import { english } from '../../../src/widget/locales/translations/strings.ts';

const source: Catalogue = english;
const keys = Object.keys(source) as (keyof Catalogue)[];

const locales = readdirSync(resolve(import.meta.dirname, '../../../src/widget/locales/translations'))
  .map((file) => file.replace('.ts', ''))
  .filter((name) => name.length === 2);
const catalogues = await Promise.all(
  locales.map(async (locale) => {
    const module: { default: Catalogue } = await import(
      `../../../src/widget/locales/translations/${locale}.ts`
    );
    return [locale, module.default] as const;
  }),
);

const byKey = <T>(catalogue: Catalogue, read: (text: string) => T) =>
  Object.fromEntries(keys.map((key) => [key, read(catalogue[key])]));
const keysWhere = (catalogue: Catalogue, claim: (text: string, key: keyof Catalogue) => boolean) =>
  keys.filter((key) => claim(catalogue[key], key));

const placeholders = (text: string) => [...new Set(text.match(/\{\w*\}/g))].sort();
const forms = (text: string) =>
  text.split('|').map((form) => {
    const [category = '', ...rest] = form.split('=');
    return { category, text: rest.join('=') };
  });

/** Kind of the last character, independent of the script. */
const ending = (text: string) =>
  ({ '.': 'full stop', '。': 'full stop', ':': 'colon', '：': 'colon', '…': 'ellipsis' })[text.slice(-1)];

/** Strings that are the same in a language as in English. */
const SHARED_WITH_ENGLISH: Readonly<Record<string, readonly (keyof Catalogue)[]>> = {
  de: ['online'],
  fr: ['transcript', 'message', 'menu', 'agent'],
  it: ['online', 'menu'],
  nl: ['online', 'menu'],
  pl: ['online', 'menu'],
  pt: ['online', 'menu'],
};

/** Straight quotes, dots instead of an ellipsis, and misplaced spaces. */
const CARELESS = /["'´`]|\.\.|^\s|\s$|\s\s|\{\}/;
const FRENCH_BREAK = /(^|[^\u00a0])[:;?!»]|«(?!\u00a0)/;

describe('the translations', () => {
  it('there are translations for eleven languages', () => {
    expect(locales).toEqual(['ar', 'de', 'es', 'fr', 'he', 'it', 'ja', 'nl', 'pl', 'pt', 'zh']);
  });

  it.each(catalogues)('the translation has the keys of English: %s', (_, catalogue) => {
    expect(Object.keys(catalogue).sort()).toEqual([...keys].sort());
  });

  it.each(catalogues)('the translations have the same placeholders as English: %s', (_, catalogue) => {
    expect(byKey(catalogue, placeholders)).toEqual(byKey(source, placeholders));
  });

  it.each(catalogues)('the translations are never empty: %s', (_, catalogue) => {
    expect(keysWhere(catalogue, (text) => text.trim() === '')).toEqual([]);
  });

  it.each(catalogues)(
    'the translations differ from English, except for shared words: %s',
    (locale, catalogue) => {
      expect(keysWhere(catalogue, (text, key) => text === source[key])).toEqual(
        SHARED_WITH_ENGLISH[locale] ?? [],
      );
    },
  );

  it.each(catalogues)('the translations end with the same punctuation as English: %s', (_, catalogue) => {
    expect(byKey(catalogue, ending)).toEqual(byKey(source, ending));
  });

  it.each(catalogues)('the translations use typographic quotes, ellipses and spaces: %s', (_, catalogue) => {
    expect(keysWhere(catalogue, (text) => CARELESS.test(text))).toEqual([]);
  });

  it('the translations have no-break spaces before French punctuation', () => {
    const french = catalogues.flatMap(([locale, catalogue]) => (locale === 'fr' ? [catalogue] : []));
    const broken = french.map((catalogue) => keysWhere(catalogue, (text) => FRENCH_BREAK.test(text)));
    expect(broken).toEqual([[]]);
  });

  it.each([['en', source] as const, ...catalogues])(
    'the translations have exactly the plural forms of the language: %s',
    (locale, { remaining }) => {
      const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
      const categories = forms(remaining).map(({ category }) => category);
      expect(categories.sort()).toEqual([...pluralCategories].sort());
      expect(forms(remaining).filter(({ text }) => text.trim() === '')).toEqual([]);
    },
  );

  it.each([['en', source] as const, ...catalogues])(
    'a plural form that covers several numbers contains the number: %s',
    (locale, { remaining }) => {
      const rules = new Intl.PluralRules(locale);
      const counts = [...Array(201).keys(), 1_000_000, 2_000_000];
      const ambiguous = forms(remaining).filter(
        ({ category, text }) =>
          !text.includes('{count}') && counts.filter((count) => rules.select(count) === category).length > 1,
      );
      expect(ambiguous).toEqual([]);
    },
  );
});
