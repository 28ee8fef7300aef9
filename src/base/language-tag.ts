/** The BCP 47 tag of a language, also for POSIX spelling: `de_DE.UTF-8` is `de-DE`. Throws for other texts. */
export const languageTag = (text: string): string | undefined =>
  Intl.getCanonicalLocales(text.replaceAll('_', '-').replace(/[.@].*/, ''))[0];
