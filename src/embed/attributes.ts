import type { WidgetOptions } from '../widget/options.ts';

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
  if (protocol !== 'https:' && !/^http:(localhost|127\.0\.0\.1|\[::1\])$/.test(protocol + hostname)) {
    throw new TypeError(`foyer: relay must be https: ${text}`);
  }
  return origin + pathname.replace(/\/+$/, '');
}

const localeTag: Reader<string> = (text) => Intl.getCanonicalLocales(text)[0];

const READERS: { readonly [Name in keyof WidgetOptions]-?: Reader<NonNullable<WidgetOptions[Name]>> } = {
  relay: parseRelayUrl,
  platform: oneOf('web', 'ios', 'android'),
  renderMode: oneOf('default', 'fullscreen'),
  autoOpen: flag,
  showIcon: flag,
  showHeader: flag,
  position: oneOf('bottom-right', 'bottom-left'),
  colorScheme: oneOf('auto', 'light', 'dark'),
  accent: (text) => (CSS.supports('color', text) ? text : undefined),
  locale: localeTag,
  zIndex: (text) => (/^-?\d{1,10}$/.test(text) ? Number(text) : undefined),
  container: (text) => {
    document.querySelector(text);
    return text;
  },
};

function attempt<Value>(read: Reader<Value>, text: string): Value | undefined {
  try {
    return read(text);
  } catch {
    return undefined;
  }
}

export interface ReadAttributes {
  readonly options: Partial<WidgetOptions>;
  /** One line per invalid value. */
  readonly issues: readonly string[];
}

/** Reads every option. `get` returns an attribute by its name (`render-mode`). */
export function readAttributes(get: (name: string) => string | null | undefined): ReadAttributes {
  const options: Record<string, unknown> = {};
  const issues: string[] = [];
  for (const [name, read] of Object.entries(READERS)) {
    const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const text = get(attribute)?.trim();
    if (text === undefined) continue;
    const value = attempt<unknown>(read, text);
    if (value === undefined) issues.push(`${attribute}="${text}"`);
    else options[name] = value;
  }
  return { options, issues };
}

/** The language of the page, else of the browser. */
export const pageLocale = (): string | undefined =>
  attempt(localeTag, document.documentElement.lang || navigator.language);
