import { CANARY } from './canary.ts';

/** How an attack is written so that who looks for it does not see it, and who reads it does. */

const CALL = new RegExp(`((?:top\\.)?${CANARY}\\(\\d+\\))`);
const SIGN = /[<>"'&:;()=/]/g;

/** Changes everything but the call itself, which is a script and has one spelling. */
const around = (text: string, change: (part: string) => string) =>
  text
    .split(CALL)
    .map((part, at) => (at % 2 ? part : change(part)))
    .join('');

const codeOf = (sign: string, base = 10) => (sign.codePointAt(0) ?? 0).toString(base);
const eachSign = (text: string, spell: (sign: string) => string) => Array.from(text, spell).join('');

const NAMED: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '&': '&amp;',
  ':': '&colon;',
  '(': '&lpar;',
  ')': '&rpar;',
  '/': '&sol;',
  '=': '&equals;',
  ';': '&semi;',
};
const named = (text: string) => text.replace(SIGN, (sign) => NAMED[sign] ?? sign);
const percent = (text: string) =>
  [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Within words that mean something: after the first letter. */
const within = (text: string, put: string) =>
  around(text, (part) => part.replace(/\b([a-z])(?=[a-z]{3})/g, `$1${put}`));

export const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  mixedCase: (text) => around(text, (part) => part.replace(/[a-z](?=[a-z])/g, (it) => it.toUpperCase())),
  decimalEntities: (text) => eachSign(text, (sign) => `&#${codeOf(sign)};`),
  openHexEntities: (text) => eachSign(text, (sign) => `&#x${codeOf(sign, 16).padStart(7, '0')}`),
  namedEntities: named,
  entitiesTwice: (text) => named(named(text)),
  percent,
  percentTwice: (text) => percent(percent(text)),
  nullBytes: (text) => around(text, (part) => part.replace(/</g, '<\0').replace(/:/g, '\0:')),
  tabs: (text) => within(text, '\t'),
  newlines: (text) => around(within(text, '\n'), (part) => part.replaceAll(' ', '\r\n')),
  backslashes: (text) => text.replace(/[^\w\s]/g, '\\$&'),
  scriptEscapes: (text) => text.replace(SIGN, (sign) => `\\u${codeOf(sign, 16).padStart(4, '0')}`),
  fullWidth: (text) =>
    text.replace(SIGN, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)),
  invisible: (text) => around(text, (part) => part.replace(/[<:]/g, '\u200b$&\u00ad')),
};
