/** The BCP 47 tag of a language, also of one that is written as POSIX does: `de_DE.UTF-8` is `de-DE`. Throws if it is no language. */
export const languageTag = (text: string): string | undefined =>
  Intl.getCanonicalLocales(text.replaceAll('_', '-').replace(/[.@].*/, ''))[0];
