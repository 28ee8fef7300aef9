import { isMail, isPhone, isRoute, MAX_PHRASES, MAX_STARTERS } from '../../../protocol/branding-limits.ts';
import { isSecureUrl } from '../../../protocol/secure-url.ts';
import { words } from './words.ts';

type Names<Titles> = Titles extends unknown ? keyof Titles : never;
/** The name of a field, also in the address. */
export type FieldName = Names<(typeof words.groups)[keyof typeof words.groups]>;

export interface Field {
  /** Path of its value in a branding. For words by language it ends before the language. */
  readonly path: readonly string[];
  readonly isByLanguage?: boolean;
  readonly control?: 'area' | 'color' | 'language';
  /** The choices by value. */
  readonly choices?: Readonly<Record<string, string>>;
  readonly example?: string;
  /** The text for a value of the branding. */
  read(value: unknown): string;
  /** The value for a text; undefined: the branding has none. */
  write(text: string): unknown;
  /** Returns the error of a text that the relay would refuse. */
  check?(text: string): string | undefined;
}

const linesOf = (text: string) => text.split('\n').flatMap((line) => line.trim() || []);

const text = {
  read: (value: unknown) => String(value ?? ''),
  write: (typed: string) => typed.trim() || undefined,
};
const area = { ...text, isByLanguage: true, control: 'area' } as const;
const lines = (most: number) => ({
  ...area,
  read: (value: unknown) => ((value ?? []) as readonly string[]).join('\n'),
  write: (typed: string) => (typed.trim() === '' ? undefined : linesOf(typed)),
  check(typed: string) {
    const { length } = linesOf(typed);
    return length > most ? words.tooMany(length, most) : undefined;
  },
});
/** The first choice is the default. A file leaves it out. */
const choice = (choices: Readonly<Record<string, string>>, [first] = Object.keys(choices)) => ({
  choices,
  read: (value: unknown) => String(value ?? first),
  write: (typed: string) => (typed === first ? undefined : typed),
});
const checked = (isRight: (text: string) => boolean, message: string) => ({
  ...text,
  check: (typed: string) => (typed.trim() === '' || isRight(typed.trim()) ? undefined : message),
});
const secureUrl = { ...checked(isSecureUrl, words.noUrl), example: words.examples.url };
/** A URL that one types without its scheme. */
function withoutScheme(scheme: string, isRight: (url: string) => boolean, message: string) {
  const urlOf = (typed: string) => scheme + typed.trim().replace(scheme, '');
  return {
    ...checked((typed) => isRight(urlOf(typed)), message),
    read: (value: unknown) => text.read(value).replace(scheme, ''),
    write: (typed: string) => text.write(typed) && urlOf(typed),
  };
}
const isRadius = (typed: string) => /^\d+(?:\.\d+)?$/.test(typed) && Number(typed) <= 40;

export const FIELDS: Readonly<Record<FieldName, Field>> = {
  title: { ...text, path: ['header', 'text'], check: (typed) => (typed.trim() ? undefined : words.noTitle) },
  accent: { ...text, path: ['accent'], control: 'color' },
  header_style: { ...choice(words.headers), path: ['header_style'] },
  radius: {
    ...checked(isRadius, words.noRadius),
    path: ['radius'],
    write: (typed) => text.write(typed) && Number(typed),
  },
  font: { ...text, path: ['font'], example: words.examples.font },
  agent: { ...text, path: ['agent', 'name'] },
  avatar: { ...secureUrl, path: ['agent', 'avatar'] },
  default_locale: { ...text, path: ['default_locale'], control: 'language' },
  welcome: { ...area, path: ['welcome'] },
  starters: { ...lines(MAX_STARTERS), path: ['starters'] },
  phone: {
    ...withoutScheme('tel:', isPhone, words.noPhone),
    path: ['help', 'phone'],
    example: words.examples.phone,
  },
  email: {
    ...withoutScheme('mailto:', isMail, words.noMail),
    path: ['help', 'email'],
    example: words.examples.email,
  },
  route: {
    ...checked(isRoute, words.noRoute),
    path: ['handoff_routes', '*', 'url'],
    example: words.examples.url,
  },
  person: { ...text, isByLanguage: true, path: ['talk_to_a_person', 'text'] },
  not_understood: { ...lines(MAX_PHRASES), path: ['help', 'not_understood'] },
  consent: { ...area, path: ['consent', 'text'] },
  privacy: { ...secureUrl, path: ['policies', 'privacy_url'] },
  terms: { ...secureUrl, path: ['policies', 'terms_url'] },
  policies: { ...choice(words.places), path: ['policies', 'place'] },
};
