/** A part of a frame: the bytes from `from` up to `to`. */
export interface Slice {
  readonly from: number;
  readonly to: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const isOpening = (byte: number) => byte === 0x7b || byte === 0x5b;
const isClosing = (byte: number) => byte === 0x7d || byte === 0x5d;
const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Index of the last byte of the string that begins at `at`. */
function endOfString(json: Uint8Array, at: number): number {
  let end = at + 1;
  while (end < json.length && json[end] !== QUOTE) end += json[end] === BACKSLASH ? 2 : 1;
  return end;
}

/**
 * Calls `visit` with each child of the object or array that begins at `at`: the elements of an array, or the keys and values of an
 * object in turn. Reads each byte once, keeps nothing, and does not check the syntax.
 */
function visitChildren(json: Uint8Array, at: number, visit: (from: number, to: number) => void): void {
  let depth = 0;
  let from = -1;
  for (let now = at; now < json.length; now += 1) {
    const byte = json[now] as number;
    const isBetween = depth === 1 && (byte === COMMA || byte === COLON || isClosing(byte));
    if (isBetween && from >= 0) visit(from, now);
    if (isBetween) from = -1;
    else if (depth === 1 && from < 0 && !isSpace(byte)) from = now;
    if (byte === QUOTE) now = endOfString(json, now);
    else if (isOpening(byte)) depth += 1;
    else if (isClosing(byte)) depth -= 1;
    if (depth === 0 && !isSpace(byte)) return;
  }
}

/** The value of a member of the object at `at`. As with JSON.parse, the last duplicate counts. */
function memberOf(json: Buffer, at: number, name: string): Slice | undefined {
  const key = Buffer.from(JSON.stringify(name));
  let isValue = false;
  let isWanted = false;
  let found: Slice | undefined;
  visitChildren(json, at, (from, to) => {
    if (isValue && isWanted) found = { from, to };
    if (!isValue) isWanted = json.compare(key, 0, key.length, from, Math.min(to, from + key.length)) === 0;
    isValue = !isValue;
  });
  return found;
}

/** Key of the first non-space character of the frame. */
const beginning = (json: Uint8Array) => json.findIndex((byte) => !isSpace(byte));

/**
 * Finds the events of a history batch without parsing it. Time grows with its bytes, memory only with the data that `visit` keeps.
 * Returns false for other frames.
 */
export function visitHistory(frame: Buffer, visit: (from: number, to: number) => void): boolean {
  const start = beginning(frame);
  const type = memberOf(frame, start, 'type');
  if (!type || frame.toString('latin1', type.from, type.to).trim() !== '"EVENT_TYPE_EVENT_BATCH"')
    return false;
  // M-4.12: the payload may be under a key named after the type.
  const payload = memberOf(frame, start, 'payload') ?? memberOf(frame, start, 'event_batch');
  const events = payload && memberOf(frame, payload.from, 'events');
  if (events && frame[events.from] === 0x5b) visitChildren(frame, events.from, visit);
  return true;
}
