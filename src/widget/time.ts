const formats = new Map<string, Intl.DateTimeFormat>();

/** The time of day as people of that locale write it. */
export function clockTime(at: number, locale: string): string {
  const format =
    formats.get(locale) ?? new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' });
  formats.set(locale, format);
  return format.format(at);
}
