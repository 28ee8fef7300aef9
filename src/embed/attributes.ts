import { languageTag } from '../base/language-tag.ts';
import { own } from '../base/own.ts';
import { REMEMBER } from '../base/session-storage.ts';
import type { OptionIssue, WidgetOptions } from '../widget/context/options.ts';

/** Options (contract §1) in attributes. An invalid value counts as absent and is reported. */

/** Parses one value. Returns undefined, or throws, if the value is invalid. */
type Reader<Value> = (text: string) => Value | undefined;
/** The values that an option may have, or their parser. */
type Accepted<Value> = readonly Value[] | Reader<Value>;

const FLAG = [true, false] as const;

/** Parses the URL of a relay: https, or http on loopback (contract §9). Removes trailing slashes. Throws if it is invalid. */
export function parseRelayUrl(text: string): string {
  const { protocol, hostname, origin, pathname } = new URL(text);
  if (!/^(https:|http:(localhost|127\.0\.0\.1|\[::1\])$)/.test(protocol + hostname)) {
    throw new TypeError(`foyer: ${text} must be https`);
  }
  return origin + pathname.replace(/\/+$/, '');
}

const colour: Reader<string> = (text) => (CSS.supports('color', text) ? text : undefined);
const integer: Reader<number> = (text) => (/^-?\d{1,10}$/.test(text) ? +text : undefined);
const anyText: Reader<string> = (text) => text;
const cssSelector: Reader<string> = (text) => {
  document.querySelector(text);
  return text;
};

export type Options = {
  readonly [Name in keyof WidgetOptions]-?: Accepted<NonNullable<WidgetOptions[Name]>>;
};

/** The one table of the options. */
export const OPTIONS = own<Options>({
  relay: parseRelayUrl,
  platform: ['web', 'ios', 'android'],
  renderMode: ['default', 'fullscreen'],
  autoOpen: FLAG,
  showIcon: FLAG,
  showHeader: FLAG,
  titleCount: FLAG,
  position: ['bottom-right', 'bottom-left'],
  colorScheme: ['auto', 'light', 'dark'],
  accent: colour,
  locale: languageTag,
  zIndex: integer,
  guard: ['warn', 'mask', 'off'],
  title: anyText,
  welcome: anyText,
  dictation: ['on-device', 'any', 'off'],
  readAloud: FLAG,
  remember: REMEMBER,
  browserAgents: ['on', 'off'],
  container: cssSelector,
});

/** The value that `read` returns; undefined if there is none or it throws. */
export function attempt<Value>(read: Reader<Value>, text: string): Value | undefined {
  try {
    return read(text);
  } catch {
    return undefined;
  }
}

/** The value of an option; undefined if there is no such option or it cannot have this value. */
function readOption(name: string, text: string): unknown {
  const accepted: Accepted<unknown> = OPTIONS[name as keyof WidgetOptions] ?? [];
  return typeof accepted === 'function'
    ? attempt(accepted, text)
    : accepted.find((value) => String(value) === text);
}

export interface ReadOptions {
  readonly options: Partial<WidgetOptions>;
  readonly issues: readonly OptionIssue[];
}

/** The option of an attribute or a query parameter: `render-mode` is `renderMode`. */
export const optionOf = (name: string): string =>
  name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

/** Reads the texts of options, named as in {@link WidgetOptions}. */
export function readOptions(texts: Iterable<OptionIssue>): ReadOptions {
  const options = own<Record<string, unknown>>({});
  const issues: OptionIssue[] = [];
  for (const [name, text] of texts) {
    const value = readOption(name, text.trim());
    if (value === undefined) issues.push([name, text]);
    else options[name] = value;
  }
  return { options, issues };
}

/** The language of the page, else of the browser. */
export const pageLocale = (): string | undefined =>
  attempt(languageTag, document.documentElement.lang || navigator.language);
