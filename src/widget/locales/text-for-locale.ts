import { languageOf } from './localization.ts';

/** Selects the text of the exact locale, else of its language, else of the fallback locale (contract §9). */
export function textForLocale<Text = string>(
  texts: Readonly<Record<string, Text>>,
  locale: string,
  fallback: string,
): Text | undefined {
  const tag = [locale, languageOf(locale), fallback].find((candidate) => Object.hasOwn(texts, candidate));
  return tag === undefined ? undefined : texts[tag];
}
