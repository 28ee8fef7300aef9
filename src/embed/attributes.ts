import type { WidgetOptions } from '../widget/options.ts';

/** The options of the contract (§1) as they stand in attributes; a bad value counts as absent and is named. */

/** Reads one value; undefined, or an error: it is none of the accepted ones. */
type Reader<Value> = (text: string) => Value | undefined;

const oneOf =
  <const Values extends readonly (string | boolean)[]>(...values: Values): Reader<Values[number]> =>
  (text) =>
    values.find((value) => String(value) === text);

const flag = oneOf(true, false);

/** https, or plain http on the developer's own machine (contract §9), without a slash at the end; else it throws. */
export function relayAddress(text: string): string {
  const { protocol, hostname, origin, pathname } = new URL(text);
  if (protocol !== 'https:' && !/^http:(localhost|127\.0\.0\.1|\[::1\])$/.test(protocol + hostname)) {
    throw new TypeError(`foyer: relay must be https: ${text}`);
  }
  return origin + pathname.replace(/\/+$/, '');
}

const localeTag: Reader<string> = (text) => Intl.getCanonicalLocales(text)[0];

const READERS: { readonly [Name in keyof WidgetOptions]-?: Reader<NonNullable<WidgetOptions[Name]>> } = {
  relay: relayAddress,
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
  /** One line per value that was left out. */
  readonly faults: readonly string[];
}

/** Reads every option that `get` knows by its attribute name (`render-mode`). */
export function readAttributes(get: (name: string) => string | null | undefined): ReadAttributes {
  const options: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, read] of Object.entries(READERS)) {
    const attribute = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const text = get(attribute)?.trim();
    if (text === undefined) continue;
    const value = attempt<unknown>(read, text);
    if (value === undefined) faults.push(`${attribute}="${text}"`);
    else options[name] = value;
  }
  return { options, faults };
}

/** The language of the page, else the browser's. */
export const pageLocale = (): string | undefined =>
  attempt(localeTag, document.documentElement.lang || navigator.language);
