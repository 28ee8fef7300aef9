/**
 * The tag language of behaviour text: `<channel:voice>` and `<language:en-GB>`, each closed by a
 * plain `</channel>` or `</language>`, nested in any order.
 */

export const CHANNELS = ['voice', 'webchat', 'sms'] as const;
export type Channel = (typeof CHANNELS)[number];
type Kind = 'channel' | 'language';

/** An open tag: a condition for the text under it, together with the tags around it. */
export interface OpenTag {
  readonly kind: Kind;
  /** null: the tag is invalid, and its text never applies. */
  readonly value: string | null;
  readonly outer: OpenTag | null;
}

/** A run of text inside the same tags. `scope` is the innermost one. */
export interface Piece {
  readonly text: string;
  readonly scope: OpenTag | null;
}

export type BehaviorIssueCode =
  | 'unknown_channel'
  | 'malformed_language'
  | 'missing_value'
  | 'malformed_tag'
  | 'close_with_value'
  | 'close_without_open'
  | 'close_of_other_kind'
  | 'unclosed_tag';

/** An invalid tag. `line` and `column` are the position of its `<`, counted from 1; columns are UTF-16 units, as in editors. */
export interface BehaviorIssue {
  readonly line: number;
  readonly column: number;
  readonly code: BehaviorIssueCode;
  readonly message: string;
}

export interface Behavior {
  readonly pieces: readonly Piece[];
  /** In the order of the text; at most `MAX_ISSUES`. */
  readonly issues: readonly BehaviorIssue[];
}

/** Maximum number of issues of one text. A text of closing tags alone would have hundreds of thousands. */
export const MAX_ISSUES = 200;

/** Everything that begins like a tag, up to the end of its line. Other angle brackets are text. */
export const TAG = /<(\/?)[ \t]*(channel|language)(?![\w-])([^<>\r\n]*)(>?)/gi;
const LANGUAGE = /^[a-z]{2}(-[A-Z]{2})?$/;

interface PlacedTag extends OpenTag {
  readonly line: number;
  readonly column: number;
  readonly outer: PlacedTag | null;
}

const MAX_QUOTED = 40;
const quoted = (value: string): string =>
  JSON.stringify(value.length <= MAX_QUOTED ? value : `${value.slice(0, MAX_QUOTED)}…`);

/** Checks the value of a tag; undefined when it is valid. */
function valueIssue(kind: Kind, value: string): Pick<BehaviorIssue, 'code' | 'message'> | undefined {
  if (value === '') {
    const example = kind === 'channel' ? '<channel:webchat>' : '<language:en>';
    return { code: 'missing_value', message: `<${kind}> needs a value, such as ${example}` };
  }
  if (kind === 'channel') {
    if ((CHANNELS as readonly string[]).includes(value)) return undefined;
    return {
      code: 'unknown_channel',
      message: `${quoted(value)} is not a channel; expected ${CHANNELS.join(', ')}`,
    };
  }
  if (LANGUAGE.test(value)) return undefined;
  return {
    code: 'malformed_language',
    message: `${quoted(value)} is not a language; expected xx or xx-XX`,
  };
}

/** Parses behaviour text. Never throws: it reports an invalid tag as an issue and continues after it. */
export function parseBehavior(text: string): Behavior {
  const pieces: Piece[] = [];
  const issues: BehaviorIssue[] = [];
  let scope: PlacedTag | null = null;
  const add = (issue: BehaviorIssue) => {
    if (issues.length < MAX_ISSUES) issues.push(issue);
  };

  function open(kind: Kind, rest: string, line: number, column: number): void {
    const isPlain = rest === '' || rest[0] === ':';
    const value = rest.slice(1);
    const issue = isPlain
      ? valueIssue(kind, value)
      : { code: 'malformed_tag' as const, message: `expected <${kind}:value>` };
    if (issue) add({ line, column, ...issue });
    scope = { kind, value: issue ? null : value, outer: scope, line, column };
  }

  function close(kind: Kind, rest: string, line: number, column: number): void {
    const report = (code: BehaviorIssueCode, message: string) => add({ line, column, code, message });
    if (rest !== '') report('close_with_value', `a closing tag has no value; expected </${kind}>`);
    if (!scope) report('close_without_open', `</${kind}> closes nothing`);
    else if (scope.kind !== kind) {
      report('close_of_other_kind', `</${kind}> closes <${scope.kind}> of line ${scope.line}, opened last`);
    }
    scope = scope?.outer ?? null;
  }

  for (const [at, source] of text.split(/(?<=\n)/).entries()) {
    const tags = [...source.matchAll(TAG)];
    // A line that contains only tags is removed with them.
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
      // An invalid tag is text, most likely by mistake.
      if (bracket === '' || !whole.startsWith(`<${slash}${kind}`)) {
        const message = `expected <${slash}${kind}${slash ? '' : ':value'}>, in lower case and on one line`;
        add({ line: at + 1, column, code: 'malformed_tag', message });
        take(whole);
      } else (slash ? close : open)(kind, rest, at + 1, column);
    }
    take(source.slice(end));
  }
  for (let unclosed = scope as PlacedTag | null; unclosed; unclosed = unclosed.outer) {
    const { kind, line, column } = unclosed;
    add({ line, column, code: 'unclosed_tag', message: `<${kind}> is never closed by </${kind}>` });
  }
  return { pieces, issues: issues.sort((a, b) => a.line - b.line || a.column - b.column) };
}
