import { languageOf } from './strings.ts';

/** Selects the text of the exact locale, else of its language, else of the fallback locale (contract §9). */
export function textForLocale(
  texts: Readonly<Record<string, string>>,
  locale: string,
  fallback: string,
): string | undefined {
  const tag = [locale, languageOf(locale), fallback].find((it) => Object.hasOwn(texts, it));
  return tag === undefined ? undefined : texts[tag];
}
