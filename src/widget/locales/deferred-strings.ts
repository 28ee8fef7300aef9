import type { Strings } from './strings.ts';

/** English strings of the deferred and the on-demand chunk. */
export const deferredEnglish = {
  openUnread: 'Open chat ({count} unread)',
  menu: 'Menu',
  end: 'End chat',
  download: 'Download transcript',
  sound: 'Sound',
  showImage: 'Show image from {host}',
  enlarge: 'Enlarge image',
  closeImage: 'Close image',
  copy: 'Copy',
  copied: 'Copied',
  newTab: 'opens in a new tab',
  handoffStarted: 'We are looking for an advisor for you.',
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
  sessionExpired: 'This chat has expired.',
  windows: 'This chat is open in too many windows.',
  retry: 'Retry',
  notSent: 'Not sent.',
  tooLarge: 'Not sent: this message is too long.',
  queueFull: 'Not sent: too many messages are waiting.',
  unconfirmed: 'Not confirmed: we cannot tell whether this arrived.',
  chatEnded: 'Not sent: the chat has ended.',
  unreachable: 'We cannot reach the chat service right now.',
  tooManyWindows: 'This chat is open in too many windows. Close some of them and try again.',
  noHistory: 'The chat service does not answer right now.',
  interrupted: 'This answer was interrupted.',
  waiting: 'Waiting for an advisor',
  withAdvisor: 'You are talking to {name}',
  remaining: 'one=1 character left|other={count} characters left',
  consent: 'I consent and start chat',
  consentTitle: 'Before we start',
  privacy: 'Privacy policy',
  terms: 'Terms of use',
  dismiss: 'Dismiss',
} as const;

export type DeferredStrings = Strings & Readonly<Record<keyof typeof deferredEnglish, string>>;

/** All strings of the widget. `strings` override the English defaults. */
export const withDeferredStrings = (strings: Strings): DeferredStrings => ({
  ...deferredEnglish,
  ...strings,
});
