/**
 * What stands between the platform's text and the Markdown parser. The parser knows neither the small HTML subset of
 * spec messaging §6 nor that a dollar sign is mostly money, so both are put through it as single characters of the
 * private plane 15 that it takes for ordinary letters; the renderer turns them back into what they stand for.
 */

/** What one private character stands for. `source` is what the agent wrote, for code and addresses. */
export type Mark =
  | { readonly is: 'text'; readonly text: string; readonly source: string }
  | { readonly is: 'open'; readonly tag: SubsetTag; readonly href: string; readonly source: string }
  | { readonly is: 'close'; readonly tag: SubsetTag; readonly source: string };

export type SubsetTag = 'a' | 'br' | 'b' | 'i' | 'em' | 'strong' | 'p' | 'ul' | 'ol' | 'li' | 'code';

export interface MarkdownSource {
  /** What a private character in the parser's text stands for. */
  mark(character: string): Mark | undefined;
  /** Takes the next piece of the text, cut anywhere. */
  write(text: string): void;
  /** Lets go of what was held back in case more would come. */
  end(): void;
}

export interface MarkdownSink {
  feed(text: string): void;
  /** True while the parser is inside a bare URL, which only a space or a backslash ends. */
  isInUrl(): boolean;
}

interface Meaning {
  readonly text: string;
  /** How many characters of the input it stands for. */
  readonly taken: number;
}

const FIRST = 0xf0000;
/** As many tags as one message can have; further ones stay visible as text. */
const MAX_MARKS = 60_000;
/** A tag that has not ended after so many characters is no tag. */
const MAX_TAG = 1_000;

/** Matches one private character, for splitting. */
export const PRIVATE = /([\u{F0000}-\u{FFFFD}])/u;

const TAG = new RegExp(`<(/?)(a|br|b|i|em|strong|p|ul|ol|li|code)(\\s[^<>]{0,${MAX_TAG}})?/?>`, 'iy');
const TAG_SO_FAR = new RegExp(`<(/?[a-z]{0,6}(\\s[^<>]{0,${MAX_TAG}})?/?)?$`, 'iy');
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;
const SPECIAL = /[<$\\\r]|_+|[\uDB80-\uDBBF][\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g;
const WORD_END = /[\p{L}\p{N}]$/u;
const WORD_START = /^[\p{L}\p{N}]/u;

export function createMarkdownSource(sink: MarkdownSink): MarkdownSource {
  const marks: Mark[] = [];
  const known = new Map<string, string>();
  /** Not yet given to the parser, because what it means depends on what comes. */
  let held = '';
  let lastFed = '';
  let isEnding = false;

  /** The private character for a mark; the same source means the same mark. */
  function stand(mark: Mark): string {
    const character = known.get(mark.source) ?? String.fromCodePoint(FIRST + marks.push(mark) - 1);
    known.set(mark.source, character);
    return character;
  }

  const literal = (text: string, source = text) => stand({ is: 'text', text, source });

  function feed(text: string): void {
    if (text === '') return;
    lastFed = text.slice(-2);
    sink.feed(text);
  }

  function tagAt(input: string, at: number): RegExpExecArray | null {
    TAG.lastIndex = at;
    return marks.length < MAX_MARKS ? TAG.exec(input) : null;
  }

  function tagMark(match: RegExpExecArray): string {
    const [source, slash, name = '', attributes = ''] = match;
    const tag = name.toLowerCase() as SubsetTag;
    const href = HREF.exec(attributes);
    if (slash) return stand({ is: 'close', tag, source });
    return stand({ is: 'open', tag, href: href?.[1] ?? href?.[2] ?? href?.[3] ?? '', source });
  }

  /** What the special characters `found` at `at` become; undefined: wait, what comes decides. */
  function meaning(input: string, at: number, found: string, before: string): Meaning | undefined {
    const next = input.slice(at + found.length, at + found.length + 2);
    switch (found[0]) {
      case '\r':
        return { text: '', taken: 1 };
      case '$':
        return { text: literal('$'), taken: 1 };
      case '\\':
        if (next === '' && !isEnding) return undefined;
        // `\(` and `\[` would begin a formula; here they are a bracket that somebody escaped.
        if (/^[([]/.test(next)) return { text: literal(next.charAt(0), found + next.charAt(0)), taken: 2 };
        return /^[<$_\\]/.test(next) ? { text: found + next.charAt(0), taken: 2 } : { text: found, taken: 1 };
      case '_':
        if (next === '' && !isEnding) return undefined;
        // Inside a word (`order_id`) an underscore is an underscore.
        return {
          text: WORD_END.test(before) && WORD_START.test(next) ? literal(found) : found,
          taken: found.length,
        };
      case '<':
        TAG_SO_FAR.lastIndex = at;
        return !isEnding && TAG_SO_FAR.test(input) ? undefined : { text: found, taken: 1 };
      default:
        // A stranger's own private character, or half of a pair whose other half may follow.
        return found.length === 1 && !isEnding ? undefined : { text: '\uFFFD', taken: found.length };
    }
  }

  /** Gives the parser everything that is certain by now. */
  function advance(): void {
    const input = held;
    const out: string[] = [];
    const give = () => feed(out.splice(0).join(''));
    let at = 0;
    while (at < input.length) {
      SPECIAL.lastIndex = at;
      const special = SPECIAL.exec(input);
      const index = special?.index ?? input.length;
      if (index > at) out.push(input.slice(at, index));
      at = index;
      if (!special) break;
      const tag = special[0] === '<' ? tagAt(input, at) : null;
      if (tag) {
        give();
        out.push((sink.isInUrl() ? '\\' : '') + tagMark(tag));
        at += tag[0].length;
        continue;
      }
      const it = meaning(input, at, special[0], (out.at(-1) ?? lastFed).slice(-2));
      if (!it) break;
      if (it.text) out.push(it.text);
      at += it.taken;
    }
    held = input.slice(at);
    give();
  }

  return {
    mark: (character) => marks[(character.codePointAt(0) ?? 0) - FIRST],
    write(text) {
      held += text;
      advance();
    },
    end() {
      isEnding = true;
      advance();
    },
  };
}
