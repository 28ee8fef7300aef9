import { COMMA, createNesting, isClosing, isOpening, isSpace } from './json-nesting.ts';

/** Limits for untrusted JSON. */
export interface JsonLimits {
  readonly maxDepth: number;
  /** Members of all objects and arrays together. */
  readonly maxMembers: number;
}

/** S-102, S-103: below these limits parsing and validating take little time and memory. */
const JSON_LIMITS: JsonLimits = { maxDepth: 64, maxMembers: 50_000 };

/**
 * Names the limit that JSON in UTF-8 exceeds, by one pass over its bytes: parsing could take hundreds of times its size. Does not
 * check the syntax.
 */
export function exceededJsonLimit(
  json: Uint8Array,
  { maxDepth, maxMembers }: JsonLimits,
): 'depth' | 'members' | undefined {
  const nesting = createNesting();
  let members = 0;
  /** True directly behind an opening bracket. */
  let isOpened = false;
  for (const byte of json) {
    const isText = nesting.isInString;
    nesting.follow(byte);
    if (isText || isSpace(byte)) continue;
    // The first member has no comma before it.
    if ((isOpened && !isClosing(byte)) || byte === COMMA) members += 1;
    isOpened = isOpening(byte);
    if (nesting.depth > maxDepth) return 'depth';
    if (members > maxMembers) return 'members';
  }
  return undefined;
}

/** Message about the limit that JSON exceeds; undefined when it exceeds none. */
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
