import type { Strings } from './strings.ts';

/** English strings of the deferred chunk. */
export const deferredEnglish = {
  menu: 'Menu',
  showImage: 'Show image from {host}',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  said: '{name} said:',
  retry: 'Retry',
  notSent: 'Not sent.',
  tooLarge: 'Not sent: this message is too long.',
  queueFull: 'Not sent: too many messages are waiting.',
  unconfirmed: 'Not confirmed: we cannot tell whether this arrived.',
  chatEnded: 'Not sent: the chat has ended.',
  interrupted: 'This answer was interrupted.',
} as const;

export type DeferredStrings = Strings & Readonly<Record<keyof typeof deferredEnglish, string>>;

/** The strings of the panel and the deferred chunk. `strings` override the English defaults. */
export const withDeferredStrings = (strings: Strings): DeferredStrings => ({
  ...deferredEnglish,
  ...strings,
});
