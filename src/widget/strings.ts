/** Every word the panel says from the start; those of what loads later are in extra-strings.ts. `{…}` is filled in by `fill`. */
export const english = {
  open: 'Open chat',
  close: 'Close chat',
  restart: 'Start new chat',
  transcript: 'Conversation',
  message: 'Message',
  placeholder: 'Write a message…',
  send: 'Send',
  suggestions: 'Suggested replies',
  newMessages: 'New messages',
  tryAgain: 'Try again',

  you: 'You',
  agent: 'Assistant',
  liveAgent: 'Advisor',
  said: '{name} said:',
  typing: '{name} is typing',

  idle: 'Ready when you are',
  connecting: 'Connecting…',
  online: 'Online',
  reconnecting: 'The connection was lost. Reconnecting…',
  offline: 'You are offline. Messages will be sent when you are back online.',
  failed: 'We cannot connect right now.',
  ended: 'This chat has ended.',
  configuration: 'This chat is not available on this page.',

  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
} as const;

export type StringKey = keyof typeof english;
/** With whatever else the site has its own words for. */
export type Strings = Readonly<Record<StringKey, string>> & Readonly<Record<string, string>>;

/** Puts values into a text's `{…}`; one that has no value stays empty. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(Object.hasOwn(values, name) ? values[name] : ''),
  );
}

/** A site's own words by locale (contract §9). */
export type OwnStrings = Readonly<Record<string, Readonly<Record<string, string>>>>;

export const languageOf = (locale: string): string => locale.split('-')[0] ?? '';

/** The words of a language with the site's own over them: those for the language, then those for the very locale. */
export function stringsFor(
  locale: string,
  catalogue: Readonly<Record<string, string>> = {},
  own: OwnStrings = {},
): Strings {
  const words = (tag: string) => (Object.hasOwn(own, tag) ? own[tag] : undefined);
  return { ...english, ...catalogue, ...words(languageOf(locale)), ...words(locale) };
}
