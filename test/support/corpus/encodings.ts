import { CANARY } from './canary.ts';

/** Encodings that hide an attack from a filter but not from a parser. */

const CALL = new RegExp(`((?:top\\.)?${CANARY}\\(\\d+\\))`);
const SPECIAL = /[<>"'&:;()=/]/g;

/** Changes everything but the call, because a script has only one spelling. */
const exceptCall = (text: string, change: (part: string) => string) =>
  text
    .split(CALL)
    .map((part, at) => (at % 2 ? part : change(part)))
    .join('');

const codeOf = (character: string, base = 10) => (character.codePointAt(0) ?? 0).toString(base);
const eachCharacter = (text: string, encode: (character: string) => string) =>
  Array.from(text, encode).join('');

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
const named = (text: string) => text.replace(SPECIAL, (character) => NAMED[character] ?? character);
const percent = (text: string) =>
  [...new TextEncoder().encode(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

/** Inserts characters after the first letter of words. */
const insideWords = (text: string, put: string) =>
  exceptCall(text, (part) => part.replace(/\b([a-z])(?=[a-z]{3})/g, `$1${put}`));

export const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  plain: (text) => text,
  mixedCase: (text) =>
    exceptCall(text, (part) => part.replace(/[a-z](?=[a-z])/g, (match) => match.toUpperCase())),
  decimalEntities: (text) => eachCharacter(text, (character) => `&#${codeOf(character)};`),
  openHexEntities: (text) =>
    eachCharacter(text, (character) => `&#x${codeOf(character, 16).padStart(7, '0')}`),
  namedEntities: named,
  entitiesTwice: (text) => named(named(text)),
  percent,
  percentTwice: (text) => percent(percent(text)),
  nullBytes: (text) => exceptCall(text, (part) => part.replace(/</g, '<\0').replace(/:/g, '\0:')),
  tabs: (text) => insideWords(text, '\t'),
  newlines: (text) => exceptCall(insideWords(text, '\n'), (part) => part.replaceAll(' ', '\r\n')),
  backslashes: (text) => text.replace(/[^\w\s]/g, '\\$&'),
  scriptEscapes: (text) =>
    text.replace(SPECIAL, (character) => `\\u${codeOf(character, 16).padStart(4, '0')}`),
  fullWidth: (text) =>
    text.replace(SPECIAL, (character) => String.fromCodePoint((character.codePointAt(0) ?? 0) + 0xfee0)),
  invisible: (text) => exceptCall(text, (part) => part.replace(/[<:]/g, '\u200b$&\u00ad')),
};
