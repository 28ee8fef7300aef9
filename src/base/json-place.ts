import { findNodeAtLocation, type JSONPath, type ParseError, parse, parseTree } from 'jsonc-parser';

/** Place of a character in a text; both numbers begin with 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The place of the character at `index`. */
function placeOf(index: number, text: string): Place {
  const before = text.slice(0, index).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/**
 * Finds the first place at which a text is not JSON; undefined for JSON. The messages of `JSON.parse` name the place for some
 * errors only.
 */
export function jsonErrorIn(text: string): Place | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch {
    const errors: ParseError[] = [];
    parse(text, errors, { disallowComments: true });
    return placeOf(errors[0]?.offset ?? 0, text);
  }
}

/**
 * Finds the place of a member in JSON text by its path, such as `['starters', 'en', 0]`. For a missing member returns the place of its
 * nearest existing ancestor.
 */
export function placeOfMember(path: readonly PropertyKey[], text: string): Place {
  const root = parseTree(text);
  for (let length = path.length; root && length > 0; length -= 1) {
    const node = findNodeAtLocation(root, path.slice(0, length) as JSONPath);
    // A member of an object begins with its key.
    if (node) return placeOf((node.parent?.type === 'property' ? node.parent : node).offset, text);
  }
  return { line: 1, column: 1 };
}
