/** Place of a character in a text; both numbers begin with 1. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

const SPACE = /[ \t\n\r]*/y;
const TOKEN =
  /[{}[\],:]|"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Kinds of tokens: a bracket or mark is its own, any other value is `value`. */
type Kind = '{' | '}' | '[' | ']' | ',' | ':' | 'string' | 'value' | 'none';

function kindOf(token: string): Kind {
  if (/^[{}[\],:]$/.test(token)) return token as Kind;
  if (token === '') return 'none';
  return token.startsWith('"') ? 'string' : 'value';
}

/** The next token from `index` on and where it begins; empty where none does. */
export function tokenAfter(index: number, text: string): { readonly at: number; readonly token: string } {
  SPACE.lastIndex = index;
  TOKEN.lastIndex = index + (SPACE.exec(text)?.[0].length ?? 0);
  const at = TOKEN.lastIndex;
  return { at, token: TOKEN.exec(text)?.[0] ?? '' };
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
  for (;;) {
    const { at, token } = tokenAfter(index, text);
    if (at === text.length && open.length === 0 && expected === 'end of member') return undefined;
    const next = following(expected, kindOf(token), open);
    if (next === undefined) return placeOf(at, text);
    expected = next;
    index = at + token.length;
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
