import { interpolate } from '../../text/interpolate.ts';

/** Selects the form of `one=…|few=…|other=…` for a number, or for an ordinal such as the 2nd, and inserts the number into it. */
export function plural(
  text: string,
  count: number,
  locale: string,
  type: Intl.PluralRuleType = 'cardinal',
): string {
  const forms = new Map(text.split('|').map((form) => form.split(/=(.*)/s) as [string, string]));
  const form = forms.get(new Intl.PluralRules(locale, { type }).select(count)) ?? forms.get('other') ?? '';
  return interpolate(form, { count: new Intl.NumberFormat(locale).format(count) });
}
