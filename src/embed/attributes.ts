import { own } from '../base/own.ts';
import type { OptionIssue, WidgetOptions } from '../widget/options.ts';

/** Options (contract §1) in attributes. An invalid value counts as absent and is reported. */

/** Parses one value. Returns undefined, or throws, if the value is invalid. */
type Reader<Value> = (text: string) => Value | undefined;

const oneOf =
  <const Values extends readonly (string | boolean)[]>(...values: Values): Reader<Values[number]> =>
  (text) =>
    values.find((value) => String(value) === text);

const flag = oneOf(true, false);

/** Parses the URL of a relay: https, or http on loopback (contract §9). Removes trailing slashes. Throws if it is invalid. */
export function parseRelayUrl(text: string): string {
  const { protocol, hostname, origin, pathname } = new URL(text);
  if (!/^(https:|http:(localhost|127\.0\.0\.1|\[::1\])$)/.test(protocol + hostname)) {
    throw new TypeError(`foyer: ${text} must be https`);
  }
  return origin + pathname.replace(/\/+$/, '');
}

const localeTag: Reader<string> = (text) => Intl.getCanonicalLocales(text)[0];

/** Readers of all options. */
export const READERS = own<{
  readonly [Name in keyof WidgetOptions]-?: Reader<NonNullable<WidgetOptions[Name]>>;
}>({
  relay: parseRelayUrl,
  platform: oneOf('web', 'ios', 'android'),
  renderMode: oneOf('default', 'fullscreen'),
  autoOpen: flag,
  showIcon: flag,
  showHeader: flag,
  titleCount: flag,
  position: oneOf('bottom-right', 'bottom-left'),
  colorScheme: oneOf('auto', 'light', 'dark'),
  accent: (text) => (CSS.supports('color', text) ? text : undefined),
  locale: localeTag,
  zIndex: (text) => (/^-?\d{1,10}$/.test(text) ? +text : undefined),
  container: (text) => {
    document.querySelector(text);
    return text;
  },
});

/** The value that `read` returns; undefined if there is none or it throws. */
export function attempt<Value>(read: Reader<Value> | undefined, text: string): Value | undefined {
  try {
    return read?.(text);
  } catch {
    return undefined;
  }
}

export interface ReadOptions {
  readonly options: Partial<WidgetOptions>;
  readonly issues: readonly OptionIssue[];
}

/** The option of an attribute or a query parameter: `render-mode` is `renderMode`. */
export const optionOf = (name: string): string =>
  name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Reads the texts of options. Names are those of {@link WidgetOptions}. */
export function readOptions(texts: Iterable<OptionIssue>): ReadOptions {
  const options = own<Record<string, unknown>>({});
  const issues: OptionIssue[] = [];
  for (const [name, text] of texts) {
    const value = attempt<unknown>(READERS[name as keyof WidgetOptions], text.trim());
    if (value === undefined) issues.push([name, text]);
    else options[name] = value;
  }
  return { options, issues };
}

/** The language of the page, else of the browser. */
export const pageLocale = (): string | undefined =>
  attempt(localeTag, document.documentElement.lang || navigator.language);
