import { languageOf } from './strings.ts';

/** The text of the very locale, else of its language, else of the fallback's (contract §9: the default locale is always there). */
export function byLocale(
  texts: Readonly<Record<string, string>>,
  locale: string,
  fallback: string,
): string | undefined {
  const tag = [locale, languageOf(locale), fallback].find((it) => Object.hasOwn(texts, it));
  return tag === undefined ? undefined : texts[tag];
}
