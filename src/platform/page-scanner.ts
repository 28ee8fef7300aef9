import {
  BACKSLASH,
  COMMA,
  createNesting,
  isClosing,
  isSpace,
  OPEN_OBJECT,
  QUOTE,
} from '../base/json-nesting.ts';

export interface PageRest {
  /** The other members, unchanged, each as `"name":value`. */
  readonly members: readonly string[];
}

export class PageSyntaxError extends Error {}

/** Limit for everything outside the array: the envelope of a page is small. */
const MAX_REST_BYTES = 64 * 1024;

/** Position in the text: before the object, in it, in the array, after the object. */
type Place = 'before' | 'envelope' | 'items' | 'after';

/** Matches the text of a member before the bracket that opens `array`. */
export const openingOf = (array: string): RegExp => new RegExp(`^\\s*"${array}"\\s*:\\s*$`);

/**
 * Finds the items of one array in a JSON object that arrives in chunks. It does not parse JSON: it only recognises strings,
 * brackets and commas. The bytes of the array's items are returned unchanged; all other members are kept as text.
 */
export function createPageScanner(array: string) {
  const members: string[] = [];
  const opening = openingOf(array);
  let member: number[] = [];
  let restBytes = 0;
  let place: Place = 'before';
  const nesting = createNesting();
  let hasArray = false;
  /** True when the value of the member began with a bracket, so that a later bracket begins nothing. */
  let hasBracket = false;
  let count = 0;
  /** True when the next character that is not a space begins an item. */
  let isItemDue = false;

  const fail = (why: string): never => {
    throw new PageSyntaxError(why);
  };
  const memberText = () => new TextDecoder().decode(Uint8Array.from(member));

  function endMember(): void {
    const text = memberText().trim();
    member = [];
    hasBracket = false;
    if (text) members.push(text);
  }

  function inEnvelope(byte: number): void {
    if (!nesting.isInString && nesting.depth === 1 && (byte === COMMA || isClosing(byte))) {
      endMember();
      if (isClosing(byte)) {
        nesting.depth = 0;
        place = 'after';
      }
      return;
    }
    const isFirstBracket = !nesting.isInString && nesting.depth === 1 && byte === 0x5b && !hasBracket;
    if (isFirstBracket) hasBracket = true;
    if (isFirstBracket && opening.test(memberText())) {
      if (hasArray) fail('the array occurs twice');
      hasArray = true;
      isItemDue = true;
      member = [];
      nesting.depth = 2;
      place = 'items';
      return;
    }
    restBytes += 1;
    if (restBytes > MAX_REST_BYTES) fail('the envelope is too large');
    member.push(byte);
    nesting.follow(byte);
  }

  /** Reads one byte of the array; false when the array has ended. */
  function inItems(byte: number): boolean {
    if (isItemDue && !isSpace(byte) && !isClosing(byte)) {
      isItemDue = false;
      count += 1;
    }
    if (!nesting.isInString && nesting.depth === 2) {
      if (isClosing(byte)) {
        nesting.depth = 1;
        place = 'envelope';
        return false;
      }
      if (byte === COMMA) isItemDue = true;
    }
    nesting.follow(byte);
    return true;
  }

  return {
    /** Returns the parts of `chunk` that are inside the array. Throws `PageSyntaxError`. */
    push(chunk: Uint8Array): readonly Uint8Array[] {
      const parts: Uint8Array[] = [];
      let from = -1;
      for (let index = 0; index < chunk.length; index += 1) {
        if (place === 'items') {
          if (from < 0) from = index;
          // Fast path: most bytes of a page are string contents.
          if (nesting.isInString && !nesting.isEscaped) {
            while (index < chunk.length && chunk[index] !== QUOTE && chunk[index] !== BACKSLASH) index += 1;
            if (index === chunk.length) break;
          }
          if (inItems(chunk[index] as number)) continue;
          if (index > from) parts.push(chunk.subarray(from, index));
          from = -1;
          continue;
        }
        const byte = chunk[index] as number;
        if (place === 'envelope') inEnvelope(byte);
        else if (isSpace(byte)) continue;
        else if (place === 'before' && byte === OPEN_OBJECT) {
          place = 'envelope';
          nesting.depth = 1;
        } else fail('expected an object');
      }
      if (from >= 0) parts.push(chunk.subarray(from));
      return parts;
    },
    /** Must be called after the last chunk. Throws `PageSyntaxError` when the object is incomplete or has no such array. */
    end(): PageRest {
      if (place !== 'after' || !hasArray) fail('the object is incomplete or has no such array');
      return { members };
    },
    /** Number of items that have begun so far. */
    count: () => count,
  };
}
