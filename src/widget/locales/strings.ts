/** English strings of the panel. The strings of the later chunks are in deferred-strings.ts and on-demand-strings.ts. `{…}` are placeholders for `interpolate`. */
export const english = {
  open: 'Open chat',
  close: 'Close chat',
  transcript: 'Conversation',
  message: 'Message',
  placeholder: 'Write a message…',
  send: 'Send',
  tryAgain: 'Try again',

  idle: 'Ready when you are',
  connecting: 'Connecting…',
  online: 'Online',
  reconnecting: 'The connection was lost. Reconnecting…',
  offline: 'You are offline. Messages will be sent when you are back online.',
  failed: 'We cannot connect right now.',
  ended: 'This chat has ended.',
  configuration: 'This chat is not available on this page.',
} as const;

export type StringKey = keyof typeof english;
/** Strings in one language, with additional keys that the site defines. */
export type Strings = Readonly<Record<StringKey, string>> & Readonly<Record<string, string>>;

/** Replaces the placeholders `{…}` of a text. A placeholder without a value becomes empty. */
export function interpolate(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(Object.hasOwn(values, name) ? values[name] : ''),
  );
}

/** The site's own strings, by locale (contract §9). */
export type SiteStrings = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const languageOf = (locale: string): string => locale.split('-')[0] ?? '';

/** Strings of a language, overridden by the site's strings for the language and then by those for the exact locale. */
export function stringsFor(
  locale: string,
  catalogue: Readonly<Record<string, string>> = {},
  siteStrings: SiteStrings = {},
): Strings {
  const overrides = (tag: string) => (Object.hasOwn(siteStrings, tag) ? siteStrings[tag] : undefined);
  return { ...english, ...catalogue, ...overrides(languageOf(locale)), ...overrides(locale) };
}
