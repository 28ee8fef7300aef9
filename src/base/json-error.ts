/** Place of a character in a text; both numbers begin with 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

export const SPACE = /[ \t\n\r]*/y;
export const TOKEN =
  /[{}[\],:]|"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Kinds of tokens: a bracket or mark is its own, any other value is `value`. */
type Kind = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'value' | 'none';

function kindOf(token: string): Kind {
  if (/^[{}[\],:]$/.test(token)) return token as Kind;
  if (token === '') return 'none';
  return token.startsWith('"') ? 'string' : 'value';
}

/** Tokens that may follow, by where the text is. */
type Expected = 'value' | 'first member' | 'first key' | 'key' | 'colon' | 'end of member';

/**
 * Finds the first place at which a text is not JSON; undefined for JSON. The messages of `JSON.parse` name the place for some
 * errors only.
 */
export function jsonErrorIn(text: string): Place | undefined {
  /** The brackets that are open, outermost first. */
  const open: Kind[] = [];
  let expected: Expected = 'value';
  let index = 0;
  const match = (pattern: RegExp): string => {
    pattern.lastIndex = index;
    return pattern.exec(text)?.[0] ?? '';
  };
  for (;;) {
    index += match(SPACE).length;
    if (index === text.length && open.length === 0 && expected === 'end of member') return undefined;
    const token = match(TOKEN);
    const next = following(expected, kindOf(token), open);
    if (next === undefined) return placeOf(index, text);
    expected = next;
    index += token.length;
  }
}

/** The state after a token, which may open or close a bracket; undefined when the token is wrong. */
function following(expected: Expected, kind: Kind, open: Kind[]): Expected | undefined {
  const inObject = open.at(-1) === '{';
  const isClosing = kind === (inObject ? '}' : ']') && open.length > 0;
  switch (expected) {
    case 'first key':
    case 'key':
      if (kind === 'string') return 'colon';
      return expected === 'first key' && isClosing ? close(open) : undefined;
    case 'colon':
      return kind === ':' ? 'value' : undefined;
    case 'end of member':
      if (isClosing) return close(open);
      if (kind !== ',' || open.length === 0) return undefined;
      return inObject ? 'key' : 'value';
    case 'first member':
    case 'value':
      if (kind === 'string' || kind === 'value') return 'end of member';
      if (kind === '{' || kind === '[') {
        open.push(kind);
        return kind === '{' ? 'first key' : 'first member';
      }
      return expected === 'first member' && isClosing ? close(open) : undefined;
  }
}

function close(open: Kind[]): Expected {
  open.pop();
  return 'end of member';
}

/** The place of the character at `index`. */
export function placeOf(index: number, text: string): Place {
  const before = text.slice(0, index).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
