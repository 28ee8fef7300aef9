import { fill } from './strings.ts';

/** The form of `one=…|few=…|other=…` that the language has for a number, with the number in it. */
export function plural(text: string, count: number, locale: string): string {
  const forms = new Map(text.split('|').map((form) => form.split(/=(.*)/s) as [string, string]));
  const form = forms.get(new Intl.PluralRules(locale).select(count)) ?? forms.get('other') ?? '';
  return fill(form, { count: new Intl.NumberFormat(locale).format(count) });
}
