import { parseJson } from '../../../base/bounded-body.ts';
import {
  BACKSLASH,
  COMMA,
  createNesting,
  isClosing,
  isOpening,
  isSpace,
  OPEN_OBJECT,
  QUOTE,
} from '../../../base/json-nesting.ts';

/** Replaces the values of some members of JSON text. */
export type Redaction =
  /** A text keeps its last two digits. Anything else becomes null. */
  | 'mask'
  /** Becomes null. */
  | 'hide'
  /** An object or a list becomes null. Anything else stays. */
  | 'hide-object';

/** Redacts JSON text that arrives in chunks. It does not parse it: all other bytes are returned unchanged. */
export interface JsonRedactor {
  /** Returns the parts of the text up to the end of `chunk`. Throws at text that is no JSON. */
  push(chunk: Uint8Array): readonly Uint8Array[];
}

/** Deeper than the JSON that the relay itself reads (S-102) and may embed in an answer. */
const MAX_DEPTH = 128;
/** Longer texts are neither member names nor phone numbers. */
const MAX_CAPTURED = 1_024;
const KEPT_DIGITS = 2;
/** Shorter numbers would remain readable. */
const MIN_DIGITS = 5;

const COLON = 0x3a;

/** A digit or a masked one, so that masking is idempotent. */
const DIGIT = /[\p{Nd}*]/gu;

/** Masks all digits of a text except the last two. */
export function maskDigits(text: string): string {
  const count = text.match(DIGIT)?.length ?? 0;
  const masked = count < MIN_DIGITS ? count : count - KEPT_DIGITS;
  let nth = 0;
  return text.replace(DIGIT, (digit) => {
    nth += 1;
    return nth <= masked ? '*' : digit;
  });
}

const encoder = new TextEncoder();
const NULL = encoder.encode('null');

/**
 * State of the redactor: between strings, in a member name, in another string, or in a replaced value (a text, a number or a word,
 * or an object or a list).
 */
type Place = 'between' | 'name' | 'string' | 'masked' | 'scalar' | 'nested';

/** Creates a redactor; `redactionOf` decides about the value of each member by its name, at any depth. */
export function createJsonRedactor(redactionOf: (name: string) => Redaction | undefined): JsonRedactor {
  const containers: ('object' | 'list')[] = [];
  let place: Place = 'between';
  let isNameDue = false;
  let isEscaped = false;
  /** The name of the next value. */
  let due: Redaction | undefined;
  /** The kind of the replaced value. */
  let current: Redaction | undefined;
  let captured: number[] = [];
  /** Depth within a replaced object or list. */
  let nesting = createNesting();

  const capturedText = (): string | undefined => {
    const text =
      captured.length < MAX_CAPTURED ? parseJson(Uint8Array.from([QUOTE, ...captured, QUOTE])) : undefined;
    return typeof text === 'string' ? text : undefined;
  };
  const capture = (byte: number): void => {
    if (captured.length < MAX_CAPTURED) captured.push(byte);
  };

  /** True at the quote that ends the string. */
  function endsString(byte: number): boolean {
    if (isEscaped) isEscaped = false;
    else if (byte === BACKSLASH) isEscaped = true;
    else return byte === QUOTE;
    return false;
  }

  function open(byte: number): void {
    if (containers.length === MAX_DEPTH)
      throw new Error('unable to redact an answer; it is nested too deeply');
    containers.push(byte === OPEN_OBJECT ? 'object' : 'list');
    isNameDue = byte === OPEN_OBJECT;
  }

  /** Follows a byte between strings. Returns true if it begins a value to replace. */
  function between(byte: number): boolean {
    if (isSpace(byte) || byte === COLON) return false;
    const redaction = due;
    due = undefined;
    if (redaction !== undefined && (redaction !== 'hide-object' || isOpening(byte))) {
      current = redaction;
      captured = [];
      nesting = createNesting();
      nesting.follow(byte);
      place = byte === QUOTE ? 'masked' : isOpening(byte) ? 'nested' : 'scalar';
      return true;
    }
    if (byte === QUOTE) {
      place = isNameDue ? 'name' : 'string';
      captured = [];
    } else if (isOpening(byte)) open(byte);
    else if (isClosing(byte)) {
      if (containers.pop() === undefined) throw new Error('unable to redact an answer; it is no JSON');
      isNameDue = false;
    } else if (byte === COMMA) isNameDue = containers.at(-1) === 'object';
    return false;
  }

  function endName(): void {
    const name = capturedText();
    due = name === undefined ? undefined : redactionOf(name);
    isNameDue = false;
    place = 'between';
  }

  function maskedText(): Uint8Array {
    const text = current === 'mask' ? capturedText() : undefined;
    return text === undefined ? NULL : encoder.encode(JSON.stringify(maskDigits(text)));
  }

  return {
    push(chunk) {
      const parts: Uint8Array[] = [];
      const isReplaced = () => place === 'masked' || place === 'scalar' || place === 'nested';
      /** Start of the bytes that are returned unchanged. */
      let from = 0;
      const replace = (by: Uint8Array, next: number) => {
        parts.push(by);
        from = next;
        place = 'between';
      };
      for (let index = 0; index < chunk.length; index += 1) {
        // Fast path: most bytes of an answer belong to strings.
        if (place === 'string' && !isEscaped)
          while (index < chunk.length && chunk[index] !== QUOTE && chunk[index] !== BACKSLASH) index += 1;
        if (index === chunk.length) break;
        const byte = chunk[index] as number;
        switch (place as Place) {
          case 'between':
            if (between(byte) && index > from) parts.push(chunk.subarray(from, index));
            break;
          case 'name':
            if (endsString(byte)) endName();
            else capture(byte);
            break;
          case 'string':
            if (endsString(byte)) place = 'between';
            break;
          case 'masked':
            if (endsString(byte)) replace(maskedText(), index + 1);
            else capture(byte);
            break;
          case 'nested':
            nesting.follow(byte);
            if (nesting.depth === 0) replace(NULL, index + 1);
            break;
          case 'scalar':
            if (byte === COMMA || isClosing(byte) || isSpace(byte)) {
              replace(NULL, index);
              between(byte);
            }
            break;
        }
      }
      if (!isReplaced() && chunk.length > from) parts.push(chunk.subarray(from));
      return parts;
    },
  };
}
