/** Limits for JSON of others. */
export interface JsonLimits {
  readonly maxDepth: number;
  /** Members of all objects and arrays together. */
  readonly maxMembers: number;
}

/** S-102, S-103: what parsing and validating takes little time and memory for. */
const JSON_LIMITS: JsonLimits = { maxDepth: 64, maxMembers: 50_000 };

const code = (character: string): number => character.charCodeAt(0);
const QUOTE = code('"');
const ESCAPE = code('\\');
const COMMA = code(',');
const OPENING: ReadonlySet<number> = new Set(['[', '{'].map(code));
const CLOSING: ReadonlySet<number> = new Set([']', '}'].map(code));
const SPACE: ReadonlySet<number> = new Set([' ', '\t', '\n', '\r'].map(code));

/** The index after the string that begins before `start`. */
function endOfString(json: Uint8Array, start: number): number {
  for (let index = start; index < json.length; index += 1) {
    if (json[index] === ESCAPE) index += 1;
    else if (json[index] === QUOTE) return index + 1;
  }
  return json.length;
}

/**
 * Names the limit that JSON in UTF-8 exceeds, by one pass over its bytes: parsing it could take hundreds of times its size. Whether
 * it is valid JSON is left to the parser.
 */
export function exceededJsonLimit(
  json: Uint8Array,
  { maxDepth, maxMembers }: JsonLimits,
): 'depth' | 'members' | undefined {
  let depth = 0;
  let members = 0;
  /** True between an opening bracket and what follows it. */
  let isOpened = false;
  for (let index = 0; index < json.length; index += 1) {
    const byte = json[index] as number;
    if (SPACE.has(byte)) continue;
    const isClosing = CLOSING.has(byte);
    // The first member has no comma before it.
    if ((isOpened && !isClosing) || byte === COMMA) members += 1;
    isOpened = OPENING.has(byte);
    if (isOpened) depth += 1;
    else if (isClosing) depth -= 1;
    else if (byte === QUOTE) index = endOfString(json, index + 1) - 1;
    if (depth > maxDepth) return 'depth';
    if (members > maxMembers) return 'members';
  }
  return undefined;
}

/** Says in words which limit JSON exceeds; undefined when it exceeds none. */
export function jsonLimitMessage(json: Uint8Array, limits: JsonLimits = JSON_LIMITS): string | undefined {
  switch (exceededJsonLimit(json, limits)) {
    case 'depth':
      return `must have at most ${limits.maxDepth} levels`;
    case 'members':
      return `must have at most ${limits.maxMembers} members`;
    default:
      return undefined;
  }
}
