import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../src/widget/catalogue.ts';
import { extraEnglish } from '../../src/widget/extra-strings.ts';
import { english } from '../../src/widget/strings.ts';

const source: Catalogue = { ...english, ...extraEnglish };
const keys = Object.keys(source) as (keyof Catalogue)[];

const locales = readdirSync(resolve(import.meta.dirname, '../../src/widget/locales')).map((file) =>
  file.replace('.ts', ''),
);
const catalogues = await Promise.all(
  locales.map(async (locale) => {
    const module: { default: Catalogue } = await import(`../../src/widget/locales/${locale}.ts`);
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

/** How a text ends, whatever the script writes for it. */
const ending = (text: string) =>
  ({ '.': 'full stop', '。': 'full stop', ':': 'colon', '：': 'colon', '…': 'ellipsis' })[text.slice(-1)];

/** Words that a language shares with English. */
const SHARED_WITH_ENGLISH: Readonly<Record<string, readonly (keyof Catalogue)[]>> = {
  de: ['online'],
  fr: ['transcript', 'message', 'agent', 'menu'],
  it: ['online', 'menu'],
  nl: ['online', 'menu'],
  pl: ['online', 'menu'],
  pt: ['online', 'menu'],
};

/** What no catalogue writes: typewriter quotes and dots, or a space where a line may break in the wrong place. */
const CARELESS = /["'´`]|\.\.|^\s|\s$|\s\s|\{\}/;
const FRENCH_BREAK = /(^|[^\u00a0])[:;?!»]|«(?!\u00a0)/;

describe('the words of the widget in other languages', () => {
  it('are there for eleven of them', () => {
    expect(locales).toEqual(['ar', 'de', 'es', 'fr', 'he', 'it', 'ja', 'nl', 'pl', 'pt', 'zh']);
  });

  it.each(catalogues)('have exactly the keys of English, in its order: %s', (_, catalogue) => {
    expect(Object.keys(catalogue)).toEqual(keys);
  });

  it.each(catalogues)('leave room for the same values as English: %s', (_, catalogue) => {
    expect(byKey(catalogue, placeholders)).toEqual(byKey(source, placeholders));
  });

  it.each(catalogues)('are never empty: %s', (_, catalogue) => {
    expect(keysWhere(catalogue, (text) => text.trim() === '')).toEqual([]);
  });

  it.each(catalogues)('are English only where both languages say the same: %s', (locale, catalogue) => {
    expect(keysWhere(catalogue, (text, key) => text === source[key])).toEqual(
      SHARED_WITH_ENGLISH[locale] ?? [],
    );
  });

  it.each(catalogues)('end as the English ones do, so that no button has a full stop: %s', (_, catalogue) => {
    expect(byKey(catalogue, ending)).toEqual(byKey(source, ending));
  });

  it.each(catalogues)('are set with care: %s', (_, catalogue) => {
    expect(keysWhere(catalogue, (text) => CARELESS.test(text))).toEqual([]);
  });

  it('keep French punctuation on the line of its word', () => {
    const french = catalogues.flatMap(([locale, catalogue]) => (locale === 'fr' ? [catalogue] : []));
    const broken = french.map((catalogue) => keysWhere(catalogue, (text) => FRENCH_BREAK.test(text)));
    expect(broken).toEqual([[]]);
  });

  it.each([['en', source] as const, ...catalogues])(
    'count in every plural that the language has, and in no other: %s',
    (locale, { remaining }) => {
      const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
      const categories = forms(remaining).map(({ category }) => category);
      expect(categories.sort()).toEqual([...pluralCategories].sort());
      expect(forms(remaining).filter(({ text }) => text.trim() === '')).toEqual([]);
    },
  );

  it.each([['en', source] as const, ...catalogues])(
    'tell the number wherever a plural stands for more than one: %s',
    (locale, { remaining }) => {
      const rules = new Intl.PluralRules(locale);
      const counts = [...Array(201).keys(), 1_000_000, 2_000_000];
      const vague = forms(remaining).filter(
        ({ category, text }) =>
          !text.includes('{count}') && counts.filter((count) => rules.select(count) === category).length > 1,
      );
      expect(vague).toEqual([]);
    },
  );
});
