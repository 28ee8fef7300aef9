/**
 * Finds the items of one array in a JSON object that arrives in pieces, without parsing it: it only knows strings,
 * brackets and commas. What is between the array's brackets is handed on as it is; every other member is kept as text.
 */
export interface PageScanner {
  /** The parts of `chunk` that lie between the array's brackets. Throws `PageSyntaxError`. */
  push(chunk: Uint8Array): readonly Uint8Array[];
  /** To be called after the last chunk. Throws `PageSyntaxError` when the object has not ended or had no such array. */
  end(): PageRest;
  /** Items that have begun so far. */
  count(): number;
}

export interface PageRest {
  /** The other members as they came, each as `"name":value`. */
  readonly members: readonly string[];
}

export class PageSyntaxError extends Error {}

/** The envelope around the items is small; one that is not is no page. */
const MAX_REST_BYTES = 64 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const isOpening = (byte: number) => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number) => byte === 0x7d || byte === 0x5d;
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** The object has not begun; in it; within the array; after its end. */
type Place = 'before' | 'envelope' | 'items' | 'after';

export function createPageScanner(array: string): PageScanner {
  const members: string[] = [];
  const opening = new RegExp(`^\\s*"${array}"\\s*:\\s*$`);
  let member: number[] = [];
  let restBytes = 0;
  let place: Place = 'before';
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let hasArray = false;
  let count = 0;
  /** The next thing in the array that is no space begins an item. */
  let isItemDue = false;

  const fail = (why: string): never => {
    throw new PageSyntaxError(why);
  };
  const memberText = () => new TextDecoder().decode(Uint8Array.from(member));

  function endMember(): void {
    const text = memberText().trim();
    member = [];
    if (text) members.push(text);
  }

  function inEnvelope(byte: number): void {
    if (!isInString && depth === 1 && (byte === COMMA || isClosing(byte))) {
      endMember();
      if (isClosing(byte)) {
        depth = 0;
        place = 'after';
      }
      return;
    }
    if (!isInString && depth === 1 && byte === 0x5b && member.includes(COLON) && opening.test(memberText())) {
      if (hasArray) fail('the array is there twice');
      hasArray = true;
      isItemDue = true;
      member = [];
      depth = 2;
      place = 'items';
      return;
    }
    restBytes += 1;
    if (restBytes > MAX_REST_BYTES) fail('the envelope is too large');
    member.push(byte);
    follow(byte);
  }

  /** Keeps track of strings and of depth. */
  function follow(byte: number): void {
    if (isInString) {
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) isInString = false;
    } else if (byte === QUOTE) isInString = true;
    else if (isOpening(byte)) depth += 1;
    else if (isClosing(byte)) depth -= 1;
  }

  /** Whether the byte still belongs to the items. */
  function inItems(byte: number): boolean {
    if (isItemDue && !isSpace(byte) && !isClosing(byte)) {
      isItemDue = false;
      count += 1;
    }
    if (!isInString && depth === 2) {
      if (isClosing(byte)) {
        depth = 1;
        place = 'envelope';
        return false;
      }
      if (byte === COMMA) isItemDue = true;
    }
    follow(byte);
    return true;
  }

  return {
    push(chunk) {
      const parts: Uint8Array[] = [];
      let from = -1;
      for (let at = 0; at < chunk.length; at += 1) {
        if (place === 'items') {
          if (from < 0) from = at;
          // Most bytes of a page are the plain text of its strings.
          if (isInString && !isEscaped) {
            while (at < chunk.length && chunk[at] !== QUOTE && chunk[at] !== BACKSLASH) at += 1;
            if (at === chunk.length) break;
          }
          if (inItems(chunk[at] as number)) continue;
          if (at > from) parts.push(chunk.subarray(from, at));
          from = -1;
          continue;
        }
        const byte = chunk[at] as number;
        if (place === 'envelope') inEnvelope(byte);
        else if (isSpace(byte)) continue;
        else if (place === 'before' && byte === 0x7b) {
          place = 'envelope';
          depth = 1;
        } else fail('this is no object');
      }
      if (from >= 0) parts.push(chunk.subarray(from));
      return parts;
    },
    end() {
      if (place !== 'after' || !hasArray) fail('the object has not ended or lacks the array');
      return { members };
    },
    count: () => count,
  };
}
