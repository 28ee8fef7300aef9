/** English strings. `{…}` are placeholders for `interpolate`. */
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

  menu: 'Menu',
  suggestions: 'Suggested replies',
  you: 'You',
  agent: 'Assistant',
  liveAgent: 'Advisor',
  typing: '{name} is typing',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  said: '{name} said:',

  newTab: 'opens in a new tab',
  sessionExpired: 'This chat has expired.',
  unreachable: 'We cannot reach the chat service right now.',
  socketBlocked: 'Something blocks the connection to this chat. Another network may help.',
  tooManyWindows: 'This chat is open in too many windows. Close some of them and try again.',
  noHistory: 'The chat service does not answer right now.',
  retry: 'Retry',
  edit: 'Edit',
  notSent: 'Not sent.',
  tooLarge: 'Not sent: this message is too long.',
  queueFull: 'Not sent: too many messages are waiting.',
  unconfirmed: 'Not confirmed: we cannot tell whether this arrived.',
  chatEnded: 'Not sent: the chat has ended.',
  interrupted: 'This answer was interrupted.',
  newMessages: 'New messages',
  newCount: 'one={count} new message|other={count} new messages',
  readOn: 'Continue reading',
  openUnread: 'Open chat ({count} unread)',
  end: 'End chat',
  restart: 'Start new chat',
  endQuestion: 'End chat?',
  keepChatting: 'Keep chatting',
  feedback: 'How was this chat?',
  good: 'Good',
  bad: 'Bad',
  feedbackLine: 'What should we know? (optional)',
  sendFeedback: 'Send feedback',
  thanks: 'Thank you for your feedback.',
  download: 'Download transcript',
  sound: 'Sound',
  wide: 'Large window',
  talkToPerson: 'Talk to a person',
  showImage: 'Show image from {host}',
  enlarge: 'Enlarge image',
  closeImage: 'Close image',
  cards: 'Cards',
  previousCard: 'Previous card',
  nextCard: 'Next card',
  copy: 'Copy',
  copied: 'Copied',
  handoffStarted: 'We are looking for an advisor for you. You can keep writing meanwhile.',
  queued: 'You are in the queue.',
  queuedAt: 'You are number {position} in the queue.',
  queueWait: 'Expected wait: {time}.',
  joined: '{name} has joined.',
  left: '{name} has left.',
  agentLeft: 'The assistant has left.',
  handoffFailed: 'No advisor could be reached. You can carry on here.',
  handoffTimeout: 'No advisor is free at the moment. You can carry on here.',
  handoffElsewhere: 'An advisor can help you with this elsewhere.',
  agentUnavailable: 'The assistant has not joined yet.',
  slowReply: 'This takes longer than usual. You can wait, or send your message again.',
  idleWarning: 'Are you still there? This chat will end soon.',
  endedByYou: 'You have ended the chat.',
  endedIdle: 'The chat has ended because nothing was written for a while.',
  windows: 'This chat is open in too many windows.',
  waiting: 'Waiting for an advisor',
  meanwhile: 'You can keep writing. The advisor will read it.',
  remaining: 'one=1 character left|other={count} characters left',
  times: 'one={count} time|other={count} times',
  tooLong: 'This message is too long. Characters over the limit: {count}',
  consent: 'I consent and start chat',
  decline: 'Decline',
  consentTitle: 'Before we start',
  privacy: 'Privacy policy',
  terms: 'Terms of use',
  dismiss: 'Dismiss',
} as const;

/** Every string of the widget in one language. */
export type Catalogue = Readonly<Record<keyof typeof english, string>>;
/** A catalogue with additional keys that the site defines. */
export type Strings = Catalogue & Readonly<Record<string, string>>;

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
