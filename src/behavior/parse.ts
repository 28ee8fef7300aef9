/**
 * The tag language of behaviour text (specification, Behavior rule content): `<channel:voice>`, `<language:en-GB>`, each closed by a
 * plain `</channel>` or `</language>`, nested in any order.
 */

export const CHANNELS = ['voice', 'webchat', 'sms'] as const;
export type Channel = (typeof CHANNELS)[number];
type Kind = 'channel' | 'language';

/** Text holds only within what its tags name; the innermost tag, and the one around it. */
export interface Scope {
  readonly kind: Kind;
  /** null: the tag is at fault, and its text holds nowhere. */
  readonly value: string | null;
  readonly outer: Scope | null;
}

/** A run of text under the same tags. */
export interface Piece {
  readonly text: string;
  readonly scope: Scope | null;
}

export type FaultCode =
  | 'unknown_channel'
  | 'malformed_language'
  | 'missing_value'
  | 'malformed_tag'
  | 'close_with_value'
  | 'close_without_open'
  | 'close_of_other_kind'
  | 'unclosed_tag';

/** What is wrong with a tag. Line and column of its `<` count from 1, columns in UTF-16 units as editors do. */
export interface Fault {
  readonly line: number;
  readonly column: number;
  readonly code: FaultCode;
  readonly message: string;
}

export interface Behavior {
  readonly pieces: readonly Piece[];
  /** In the order of the text. */
  readonly faults: readonly Fault[];
}

/** Whatever begins like a tag of ours; it ends on its own line. Other angle brackets are text. */
const TAG = /<(\/?)[ \t]*(channel|language)(?![\w-])([^<>\r\n]*)(>?)/gi;
const LANGUAGE = /^[a-z]{2}(-[A-Z]{2})?$/;

interface Open extends Scope {
  readonly line: number;
  readonly column: number;
  readonly outer: Open | null;
}

/** What a value has to be told of it; undefined: it is one. */
function faultIn(kind: Kind, value: string): Pick<Fault, 'code' | 'message'> | undefined {
  if (value === '') {
    const example = kind === 'channel' ? '<channel:webchat>' : '<language:en>';
    return { code: 'missing_value', message: `<${kind}> needs a value, such as ${example}` };
  }
  if (kind === 'channel') {
    if ((CHANNELS as readonly string[]).includes(value)) return undefined;
    return {
      code: 'unknown_channel',
      message: `${JSON.stringify(value)} is no channel; expected ${CHANNELS.join(', ')}`,
    };
  }
  if (LANGUAGE.test(value)) return undefined;
  return {
    code: 'malformed_language',
    message: `${JSON.stringify(value)} is no language; expected xx or xx-XX`,
  };
}

/** Reads behaviour text. It never throws: what is at fault is named, and reading goes on behind it. */
export function parseBehavior(text: string): Behavior {
  const pieces: Piece[] = [];
  const faults: Fault[] = [];
  let scope: Open | null = null;

  function open(kind: Kind, rest: string, line: number, column: number): void {
    const isPlain = rest === '' || rest[0] === ':';
    const value = rest.slice(1);
    const fault = isPlain
      ? faultIn(kind, value)
      : { code: 'malformed_tag' as const, message: `expected <${kind}:value>` };
    if (fault) faults.push({ line, column, ...fault });
    scope = { kind, value: fault ? null : value, outer: scope, line, column };
  }

  function close(kind: Kind, rest: string, line: number, column: number): void {
    const fault = (code: FaultCode, message: string) => faults.push({ line, column, code, message });
    if (rest !== '') fault('close_with_value', `a closing tag has no value; expected </${kind}>`);
    if (!scope) fault('close_without_open', `</${kind}> closes nothing`);
    else if (scope.kind !== kind) {
      fault('close_of_other_kind', `</${kind}> closes <${scope.kind}> of line ${scope.line}, opened last`);
    }
    scope = scope?.outer ?? null;
  }

  for (const [at, source] of text.split(/(?<=\n)/).entries()) {
    const tags = [...source.matchAll(TAG)];
    // A line of nothing but tags goes with them.
    const isBare = tags.length > 0 && source.replace(TAG, '').trim() === '';
    const take = (piece: string) => {
      if (piece !== '' && !isBare) pieces.push({ text: piece, scope });
    };
    let end = 0;
    for (const tag of tags) {
      const [whole, slash, name = '', rest = '', bracket] = tag;
      const kind = name.toLowerCase() as Kind;
      const column = tag.index + 1;
      take(source.slice(end, tag.index));
      end = tag.index + whole.length;
      // Spelled as no tag is: text, and most likely not meant to be.
      if (bracket === '' || !whole.startsWith(`<${slash}${kind}`)) {
        const message = `expected <${slash}${kind}${slash ? '' : ':value'}>, in small letters and on one line`;
        faults.push({ line: at + 1, column, code: 'malformed_tag', message });
        take(whole);
      } else (slash ? close : open)(kind, rest, at + 1, column);
    }
    take(source.slice(end));
  }
  for (let it = scope as Open | null; it; it = it.outer) {
    const { kind, line, column } = it;
    faults.push({ line, column, code: 'unclosed_tag', message: `<${kind}> is never closed by </${kind}>` });
  }
  return { pieces, faults: faults.sort((a, b) => a.line - b.line || a.column - b.column) };
}
