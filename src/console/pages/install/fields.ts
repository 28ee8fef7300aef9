import { isMail, isPhone, isRoute, MAX_PHRASES, MAX_STARTERS } from '../../../protocol/branding-limits.ts';
import { isSecureUrl } from '../../../protocol/secure-url.ts';
import { words } from './words.ts';

/** How a value of a branding is written as the text of a field. */
interface Kind {
  read(value: unknown): string;
  /** Undefined: the branding has no such value. */
  write(text: string): unknown;
}

export interface Field extends Kind {
  /** Where the value stands in a branding. That of words by language ends before the language. */
  readonly path: readonly string[];
  readonly isByLanguage?: boolean;
  readonly control?: 'area' | 'color' | 'language';
  /** What can be chosen. */
  readonly choices?: Readonly<Record<string, string>>;
  readonly example?: string;
  /** What is wrong with a text, which the relay would refuse. */
  check?(text: string): string | undefined;
}

const TEXT: Kind = {
  read: (value) => String(value ?? ''),
  write: (text) => text.trim() || undefined,
};
const NUMBER: Kind = {
  read: TEXT.read,
  write: (text) => (text.trim() === '' ? undefined : Number(text)),
};
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
const LINES: Kind = {
  read: (value) => ((value ?? []) as readonly string[]).join('\n'),
  write(text) {
    const lines = linesOf(text);
    return lines.length > 0 ? lines : undefined;
  },
};
/** The first choice is the default, which a file leaves out. */
const choice = (choices: Readonly<Record<string, string>>) => {
  const [first = ''] = Object.keys(choices);
  return {
    choices,
    read: (value: unknown) => String(value ?? first),
    write: (text: string) => (text === first ? undefined : text),
  };
};
/** A URL that one types without its scheme. */
const withScheme = (scheme: string): Kind => ({
  read: (value) => TEXT.read(value).replace(scheme, ''),
  write: (text) => (text.trim() === '' ? undefined : scheme + text.trim().replace(scheme, '')),
});
const PHONE = withScheme('tel:');
const MAIL = withScheme('mailto:');

const refusedUnless = (isRight: (text: string) => boolean, message: string) => (text: string) =>
  text.trim() === '' || isRight(text.trim()) ? undefined : message;
const atMost = (most: number) => (text: string) => {
  const { length } = linesOf(text);
  return length > most ? words.tooMany(length, most) : undefined;
};
const isRadius = (text: string) => /^\d+(?:\.\d+)?$/.test(text) && Number(text) <= 40;

const secureUrl = { ...TEXT, example: 'https://…', check: refusedUnless(isSecureUrl, words.noUrl) };
const text = { ...TEXT, isByLanguage: true };
const area = { ...text, control: 'area' } as const;
const lines = { ...LINES, isByLanguage: true, control: 'area' } as const;

/** The fields of a branding, by the name that they have in the address. */
export const FIELDS = {
  title: { ...TEXT, path: ['header', 'text'], check: (it) => (it.trim() === '' ? words.noTitle : undefined) },
  accent: { ...TEXT, path: ['accent'], control: 'color' },
  header_style: { ...choice(words.headers), path: ['header_style'] },
  radius: { ...NUMBER, path: ['radius'], check: refusedUnless(isRadius, words.noRadius) },
  font: { ...TEXT, path: ['font'], example: 'Georgia, serif' },
  agent: { ...TEXT, path: ['agent', 'name'] },
  avatar: { ...secureUrl, path: ['agent', 'avatar'] },
  default_locale: { ...TEXT, path: ['default_locale'], control: 'language' },
  welcome: { ...area, path: ['welcome'] },
  starters: { ...lines, path: ['starters'], check: atMost(MAX_STARTERS) },
  phone: {
    ...PHONE,
    path: ['help', 'phone'],
    example: '+44 20 7946 0000',
    check: refusedUnless((it) => isPhone(String(PHONE.write(it))), words.noPhone),
  },
  email: {
    ...MAIL,
    path: ['help', 'email'],
    example: 'help@example.com',
    check: refusedUnless((it) => isMail(String(MAIL.write(it))), words.noMail),
  },
  person: { ...text, path: ['talk_to_a_person', 'text'] },
  not_understood: { ...lines, path: ['help', 'not_understood'], check: atMost(MAX_PHRASES) },
  route: {
    ...TEXT,
    path: ['handoff_routes', '*', 'url'],
    example: 'https://…',
    check: refusedUnless(isRoute, words.noRoute),
  },
  route_label: { ...text, path: ['handoff_routes', '*', 'label'] },
  consent: {
    path: ['consent', 'required'],
    choices: words.consents,
    read: (value) => (value === true ? 'asked' : ''),
    write: (it) => it === 'asked' || undefined,
  },
  consent_text: { ...area, path: ['consent', 'text'] },
  privacy: { ...secureUrl, path: ['policies', 'privacy_url'] },
  terms: { ...secureUrl, path: ['policies', 'terms_url'] },
  policies: { ...choice(words.places), path: ['policies', 'place'] },
} satisfies Readonly<Record<string, Field>> as Readonly<Record<FieldName, Field>>;

export type FieldName = keyof typeof words.fields;

/** The fields as they stand on the page. */
export const GROUPS: readonly (readonly [title: string, names: readonly FieldName[]])[] = [
  [words.groups.look, ['title', 'accent', 'header_style', 'radius', 'font']],
  [words.groups.agent, ['agent', 'avatar']],
  [words.groups.words, ['welcome', 'starters']],
  [words.groups.help, ['phone', 'email', 'person', 'not_understood', 'route', 'route_label']],
  [words.groups.consent, ['consent', 'consent_text', 'privacy', 'terms', 'policies']],
];
