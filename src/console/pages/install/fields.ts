import { zoneNamed } from '../../../base/time-zone.ts';
import {
  isDay,
  isMail,
  isPathPattern,
  isPhone,
  isRange,
  isRoute,
  MAX_ACTION,
  MAX_ACTIONS,
  MAX_AFTER_S,
  MAX_CLOSED_DAYS,
  MAX_NOTICE,
  MAX_PHRASES,
  MAX_RANGES,
  MAX_STARTERS,
  WEEKDAYS,
} from '../../../protocol/branding-limits.ts';
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
const notice = {
  ...area,
  check: (typed: string) => (typed.trim().length > MAX_NOTICE ? words.tooLong : undefined),
};
/** Hours by weekday, one day a line: `mon 09:00-12:00 13:00-17:00`. */
const daysOf = (typed: string) => linesOf(typed).map((line) => line.toLowerCase().split(/[\s,]+/));
const isDayOfWeek = ([day = '', ...ranges]: readonly string[]) =>
  WEEKDAYS.some((name) => name === day) &&
  ranges.length > 0 &&
  ranges.length <= MAX_RANGES &&
  ranges.every(isRange);
const number = (most: number, unit = 1) => ({
  ...checked((typed) => /^\d+(?:\.\d+)?$/.test(typed) && Number(typed) <= most, words.noNumber(most)),
  read: (value: unknown) => (typeof value === 'number' ? `${Math.round(value * unit * 100) / 100}` : ''),
  write: (typed: string) => text.write(typed) && Number(typed) / unit,
});
const HOURS = ['availability', 'hours'];
/** Further prompts of a file stay as they are. */
const PROMPT = ['prompts', '0'];

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
  paused: { ...notice, path: ['availability', 'paused'] },
  week: {
    ...checked((typed) => daysOf(typed).every(isDayOfWeek), words.noWeek),
    path: [...HOURS, 'week'],
    control: 'area',
    example: words.examples.week,
    read: (value) =>
      Object.entries((value ?? {}) as Readonly<Record<string, readonly string[]>>)
        .flatMap(([day, ranges]) => (ranges.length > 0 ? [day, ...ranges].join(' ') : []))
        .join('\n'),
    write: (typed) =>
      typed.trim() === ''
        ? undefined
        : Object.fromEntries(daysOf(typed).map(([day = '', ...ranges]) => [day, ranges])),
  },
  hours_zone: {
    ...checked((typed) => zoneNamed(typed) !== undefined, words.noZone),
    path: [...HOURS, 'time_zone'],
    example: words.examples.zone,
  },
  closed_on: {
    ...lines(MAX_CLOSED_DAYS),
    isByLanguage: false,
    path: [...HOURS, 'closed_on'],
    check: (typed) => (linesOf(typed).every(isDay) ? lines(MAX_CLOSED_DAYS).check(typed) : words.noDay),
  },
  outside: { ...choice(words.outsides), path: [...HOURS, 'outside'] },
  closed: { ...notice, path: [...HOURS, 'notice'] },
  prompt: { ...notice, path: [...PROMPT, 'text'] },
  prompt_actions: {
    ...lines(MAX_ACTIONS),
    path: [...PROMPT, 'actions'],
    check: (typed) =>
      linesOf(typed).some((line) => line.length > MAX_ACTION)
        ? words.tooLong
        : lines(MAX_ACTIONS).check(typed),
  },
  prompt_path: {
    ...checked(isPathPattern, words.noPath),
    path: [...PROMPT, 'when', 'path'],
    example: words.examples.path,
  },
  prompt_seconds: { ...number(MAX_AFTER_S), path: [...PROMPT, 'when', 'after_s'] },
  prompt_scroll: { ...number(100, 100), path: [...PROMPT, 'when', 'scroll'] },
  prompt_returning: {
    ...choice(words.visitors),
    path: [...PROMPT, 'when', 'returning'],
    write: (typed) => (typed === 'all' ? undefined : typed === 'true'),
    read: (value) => String(value ?? 'all'),
  },
  prompt_once: { ...choice(words.memories), path: [...PROMPT, 'once'] },
};
