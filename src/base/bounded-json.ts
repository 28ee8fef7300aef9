import { COMMA, createNesting, isClosing, isOpening, isSpace } from './json-nesting.ts';

/** Limits for JSON of others. */
export interface JsonLimits {
  readonly maxDepth: number;
  /** Members of all objects and arrays together. */
  readonly maxMembers: number;
}

/** S-102, S-103: what parsing and validating takes little time and memory for. */
const JSON_LIMITS: JsonLimits = { maxDepth: 64, maxMembers: 50_000 };

/**
 * Names the limit that JSON in UTF-8 exceeds, by one pass over its bytes: parsing it could take hundreds of times its size. Whether
 * it is valid JSON is left to the parser.
 */
export function exceededJsonLimit(
  json: Uint8Array,
  { maxDepth, maxMembers }: JsonLimits,
): 'depth' | 'members' | undefined {
  const nesting = createNesting();
  let members = 0;
  /** True between an opening bracket and what follows it. */
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
