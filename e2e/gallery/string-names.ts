import { english } from '../../src/widget/locales/translations/strings.ts';

/** Every string of the widget in English, by name. */
export const ENGLISH = english;

/** A language for private use: English, with the name of each string before its words. */
export const STRING_NAMES = 'qaa';

/** `one=…|other=…` keeps its forms. */
const withName = (name: string, text: string) =>
  text
    .split('|')
    .map((form) => form.replace(/^(?:[a-z]+=)?/, `$&⟦${name}⟧ `))
    .join('|');

export const namedStrings: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(ENGLISH).map(([name, text]) => [name, withName(name, text)]),
);

/** Names of the strings in a text of that language. */
export const stringNames = (text: string): string[] =>
  [...text.matchAll(/⟦(\w+)⟧/g)].map(([, name = '']) => name);
