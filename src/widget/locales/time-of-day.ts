const formats = new Map<string, Intl.DateTimeFormat>();

/** Hours and minutes in the format of the locale. */
export function timeOfDay(at: number, locale: string): string {
  const format =
    formats.get(locale) ?? new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
  formats.set(locale, format);
  return format.format(at);
}
