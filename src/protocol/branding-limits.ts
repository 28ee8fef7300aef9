import { parseUrl } from '../base/url.ts';
import { isSecureUrl } from './secure-url.ts';

/** Limits of a branding file (contract §9), for the relay and for authors of such files. */

/** More starters would hide the conversation. */
export const MAX_STARTERS = 5;
/** Maximum number of phrases for "not understood". Each answer is compared with all of them. */
export const MAX_PHRASES = 20;

/** Longest notice of a closed or paused chat, in characters. */
export const MAX_NOTICE = 500;
/** Languages of a notice or a prompt. */
export const MAX_LOCALES = 40;
/** Opening hours of one day. */
export const MAX_RANGES = 6;
export const MAX_CLOSED_DAYS = 100;
export const MAX_PROMPTS = 10;
/** Answers of a prompt, and their length in characters. */
export const MAX_ACTIONS = 3;
export const MAX_ACTION = 100;
/** Longest path of a prompt, in characters. */
const MAX_PATH = 200;
/** Longest wait of a prompt, in seconds. */
export const MAX_AFTER_S = 3_600;

/** In the order of `Date.prototype.getUTCDay`. */
export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const RANGE = /^(?:[01]\d|2[0-3]):[0-5]\d-(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;
/** Opening hours such as `09:00-17:00`. An end that is not later is on the next day. */
export const isRange = (text: string): boolean => RANGE.test(text) && text.slice(0, 5) !== text.slice(6);

/** A day such as `2026-12-25`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00Z`).toJSON()?.slice(0, 10) === text;

/** A path of a prompt begins like a path, or with any text. */
export const isPathPattern = (text: string): boolean => /^[/*]/.test(text) && text.length <= MAX_PATH;

/** A number that the widget can call (S-33). */
export const isPhone = (url: string): boolean => /^tel:\+?\d{3,15}$/.test(url.replace(/%20|[\s().-]/g, ''));

export const isMail = (url: string): boolean =>
  parseUrl(url) !== undefined && /^mailto:[^@\s/?]+@[^@\s/?]+(\?|$)/.test(url);

/** A route of a handoff may be a page, a phone number or a mail address. */
export const isRoute = (url: string): boolean => isSecureUrl(url) || isPhone(url) || isMail(url);
