import { parseJson } from '../../../base/bounded-body.ts';
import { maskDigits } from './json-redactor.ts';
import { STATE } from './personal-data.ts';

/** Masks phone numbers in JSON with unknown members, such as the body of a webhook (S-119). */

/** Minimum digits of a phone number in a text, and in a JSON number, where fewer are a count. */
const MIN_IN_TEXT = 5;
const MIN_OF_NUMBER = 7;
/** Deeper JSON is removed as a whole. */
const MAX_DEPTH = 64;

/** Words, or their beginnings, in names of members with phone numbers. */
const PART =
  /^(?:(?:ani|dnis|from|to|sms|dial|dialled|dialed)$|call(?:er|ee)|cell|contact|destination|fax|handy|mobil|msisdn|numb?er|numero|nummer|phone|rufnummer|sip|tel|whatsapp)/;
/** A timestamp has as many digits as a phone number. */
const TIME = /^\d{4}-\d\d-\d\d(?:[T ]|$)/;

const partsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
const mayBeNumber = (name: string): boolean => partsOf(name).some((part) => PART.test(part));

const digitsIn = (text: string): number => text.match(/\p{Nd}/gu)?.length ?? 0;
const maskLong = (text: string): string =>
  digitsIn(text) < MIN_IN_TEXT || TIME.test(text) ? text : maskDigits(text);

/** Phone numbers in any text: in the form of E.164, also with gaps or in an address, and after `tel:` and `sip:`. */
const NUMBERS =
  /(?<=[+＋]|%2B)\p{Nd}(?:[^\p{L}\p{N}+＋]{0,3}\p{Nd}){6,14}|(?<![\p{L}\p{N}])(?:tel|sips?):[^\s,;"'<>]{1,64}/giu;

function maskText(text: string, isNumber: boolean, depth: number): string {
  if (/^\s*[[{"]/.test(text)) {
    const json = parseJson(text);
    if (json !== undefined) return JSON.stringify(maskValue(json, isNumber, depth));
  }
  return isNumber ? maskLong(text) : text.replace(NUMBERS, maskDigits);
}

function maskValue(value: unknown, isNumber: boolean, depth: number): unknown {
  if (typeof value === 'string') return maskText(value, isNumber, depth + 1);
  if (typeof value === 'number') return isNumber && digitsIn(String(value)) >= MIN_OF_NUMBER ? null : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.map((item) => maskValue(item, isNumber, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      name === STATE && typeof item === 'object'
        ? null
        : maskValue(item, isNumber || mayBeNumber(name), depth + 1),
    ]),
  );
}

/**
 * Masks all digits except the last two, in objects, lists and JSON within texts: of every text that looks like a phone number, and
 * of every longer number in a member with such a name. The state of a conversation becomes null.
 */
export const maskNumbers = (json: unknown): unknown => maskValue(json, false, 0);
