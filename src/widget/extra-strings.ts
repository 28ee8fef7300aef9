import type { Strings } from './strings.ts';

/** The words of what loads after the chat is usable. */
export const extraEnglish = {
  menu: 'Menu',
  end: 'End chat',
  showImage: 'Show image from {host}',
  call: '{title}: call {number}',
  newTab: 'opens in a new tab',
  handoffStarted: 'We are looking for an advisor for you.',
  queued: 'You are in the queue.',
  queuedAt: 'You are number {position} in the queue.',
  queueWait: 'About {minutes} min to wait.',
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
  expired: 'This chat has expired.',
  noHistory: 'The chat service does not answer right now.',
  interrupted: 'This answer was interrupted.',
  waiting: 'Waiting for an advisor',
  withAdvisor: 'You are talking to {name}',
} as const;

export type ExtraStrings = Strings & Readonly<Record<keyof typeof extraEnglish, string>>;

/** These words with the site's own over them. */
export const withExtras = (strings: Strings): ExtraStrings => ({ ...extraEnglish, ...strings });
