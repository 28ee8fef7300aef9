/** A message that a visitor leaves where nobody answers, and the ways to reach the visitor. */

/** Obstacles to an answer: the chat is closed or paused, nobody was reached, or the chat does not connect. */
export const MESSAGE_REASONS = ['closed', 'nobody', 'unreachable'] as const;
export type MessageReason = (typeof MESSAGE_REASONS)[number];

/** Longest e-mail address of RFC 5321, in characters. */
export const MAX_CONTACT = 254;
/** Longest text, in characters. */
export const MAX_LEFT_TEXT = 2_000;

/** Body of `POST /chat/messages`. */
export interface LeftMessage {
  /** An e-mail address or a phone number. */
  readonly contact: string;
  readonly text: string;
  readonly reason?: MessageReason | undefined;
}

const EMAIL = /^[^\s@\p{C}]{1,64}@[^\s@.\p{C}]+(?:\.[^\s@.\p{C}]+)+$/u;
const PHONE = /^[+＋]?[\p{Nd} ()./-]+$/u;
const MIN_DIGITS = 5;

/** True for a text in the form of an e-mail address or of a phone number. */
export const isContact = (text: string): boolean =>
  text.length <= MAX_CONTACT &&
  (EMAIL.test(text) || (PHONE.test(text) && text.replace(/\P{Nd}/gu, '').length >= MIN_DIGITS));
