import { withoutOverrides } from '../bidi.ts';
import { createBlockParser } from './block-parser.ts';
import type { Builder } from './builder.ts';
import { createInlineParser } from './inline-parser.ts';

/** Runs of one-unit characters that have no meaning inside a line and combine with no letter; all others one by one. */
const TOKENS = /[^!\\[\]*_~`<hH|\r\n\p{M}\u{10000}-\u{10ffff}]{3,}|./gsu;

/** Feeds the chunks of a Markdown text to the parsers. They build it in `dom`. */
export function createWriter(dom: Builder) {
  const parse = createBlockParser(dom, createInlineParser(dom));
  let isFull = false;
  /** First half of a surrogate pair at the end of a piece. */
  let half = '';

  /** S-108: shows the text after the maximum number of elements as plain text. */
  function writeRest(chars: string): void {
    dom.close(dom.levels[1]);
    dom.decorate(dom.open('p'), (element) => {
      element.className = 'rest';
    });
    dom.text(chars);
    isFull = true;
  }

  function step(char: string): void {
    if (isFull) return dom.text(char);
    parse(char);
    if (dom.isFull()) writeRest(parse.undecided());
  }

  function addRun(chars: string): void {
    for (let rest = chars; rest && !parse.plain(rest); rest = rest.slice(1)) step(rest.charAt(0));
  }

  function add(text: string): void {
    for (const token of text.match(TOKENS) ?? []) {
      // A single character has two units at most.
      if (token.length > 2 && !isFull) addRun(token);
      else if (token !== '\r') step(token);
    }
  }

  return {
    /** The input that is not shown yet. */
    undecided: () => (isFull ? '' : parse.undecided()),
    /** Appends a piece of the text, split at any character. */
    write(piece: string): void {
      const text = half + withoutOverrides(piece);
      half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? '';
      add(half ? text.slice(0, -1) : text);
      dom.show();
    },
    /** Shows pending text as final. `write` must not be called afterwards. */
    end(): void {
      add(half);
      if (!isFull) parse('\n');
      dom.close(dom.levels[1]);
    },
  };
}
