import type { Strings } from './strings.ts';

/** English strings of the deferred chunk. */
export const deferredEnglish = {
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
} as const;

export type DeferredStrings = Strings & Readonly<Record<keyof typeof deferredEnglish, string>>;

/** The strings of the panel and the deferred chunk. `strings` override the English defaults. */
export const withDeferredStrings = (strings: Strings): DeferredStrings => ({
  ...deferredEnglish,
  ...strings,
});
