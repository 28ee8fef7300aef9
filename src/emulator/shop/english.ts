import { FAQ, PHRASES } from './content.ts';
import { LANGUAGES, type Language } from './languages.ts';

const textsOf = (language: Language): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(PHRASES[language]).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
    ...FAQ[language].flatMap(({ id, question, answer }) => [
      [`${id}: question`, question] as const,
      [`${id}: answer`, answer] as const,
    ]),
  ]);

let cached: ReadonlyMap<string, string> | undefined;

/** The English of every text of the shop that exists in several languages. */
function glossary(): ReadonlyMap<string, string> {
  const english = textsOf('en');
  return new Map(
    LANGUAGES.flatMap((language) => [...textsOf(language)]).map(([name, text]) => [
      text,
      english.get(name) ?? '',
    ]),
  );
}

/** The English of a sentence of the shop; empty for any other text, since nothing translates here. */
export function englishOf(text: string): string {
  cached ??= glossary();
  return cached.get(text) ?? '';
}
