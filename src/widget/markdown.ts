import * as smd from 'streaming-markdown';
import { pointTo } from './links.ts';
import { createMarkdownSource, PRIVATE, type SubsetTag } from './markdown-source.ts';
import { type ImagePolicy, remoteImage } from './remote-image.ts';

/** Markdown that grows: what is written is parsed once and appended; nothing written before is looked at again. */
export interface Markdown {
  /** Takes the next piece of the text, cut anywhere. */
  write(text: string): void;
  /** Shows what was still undecided; nothing may be written after it. */
  end(): void;
}

/** One open element; `token` is undefined for a tag of the HTML subset (spec messaging §6). */
interface Level {
  readonly node: Element;
  readonly token?: smd.Token | undefined;
  readonly tag?: SubsetTag;
  /** What the agent typed to open it, shown again when it is never closed. */
  readonly mark?: string | undefined;
  address?: string;
}

/** Elements beyond this depth become their parent's text: a hostile nesting must not exhaust the layout. */
const MAX_DEPTH = 24;
/** What the parser may hold back undecided; after that it is made to decide. */
const MAX_PENDING = 2_048;
/** The parser is looked at every so many characters of its input, however that was cut. */
const STRIDE = 1_024;
/** A text node grows to this size before the next one begins, so that appending stays cheap in a long code block. */
const MAX_TEXT_NODE = 512;

const ELEMENT = new Map<number, string>([
  [smd.PARAGRAPH, 'p'],
  [smd.BLOCKQUOTE, 'blockquote'],
  [smd.RULE, 'hr'],
  [smd.LIST_UNORDERED, 'ul'],
  [smd.LIST_ORDERED, 'ol'],
  [smd.LIST_ITEM, 'li'],
  [smd.CODE_INLINE, 'code'],
  [smd.ITALIC_AST, 'em'],
  [smd.ITALIC_UND, 'em'],
  [smd.STRONG_AST, 'strong'],
  [smd.STRONG_UND, 'strong'],
  [smd.STRIKE, 's'],
  [smd.LINK, 'a'],
  [smd.RAW_URL, 'a'],
  [smd.TABLE, 'table'],
  [smd.TABLE_ROW, 'tr'],
  // Below the panel's own heading.
  [smd.HEADING_1, 'h3'],
  [smd.HEADING_2, 'h3'],
  [smd.HEADING_3, 'h4'],
  [smd.HEADING_4, 'h5'],
  [smd.HEADING_5, 'h6'],
  [smd.HEADING_6, 'h6'],
]);

const MARK = new Map<number, string>([
  [smd.ITALIC_AST, '*'],
  [smd.ITALIC_UND, '_'],
  [smd.STRONG_AST, '**'],
  [smd.STRONG_UND, '__'],
  [smd.STRIKE, '~~'],
  [smd.LINK, '['],
  [smd.IMAGE, '!['],
]);

const CODE = new Set<number | undefined>([smd.CODE_BLOCK, smd.CODE_FENCE, smd.CODE_INLINE]);
const BETWEEN = new Set<number>([smd.DOCUMENT, smd.TABLE, smd.TABLE_ROW]);
const isAddressed = (token: number | undefined) => token === smd.LINK || token === smd.IMAGE;
const BLOCKS = /^(P|UL|OL|LI|PRE|BLOCKQUOTE)$/;
/** What ends a sentence rather than a bare address. */
const AFTER_URL = /[.,;:!?'")\]}>*_~]+$/;

/** Renders the agent's Markdown into `root`, as elements and text nodes only: text never becomes markup (S-23). */
export function createMarkdown(root: Element, images: ImagePolicy): Markdown {
  const make = (name: string) => document.createElement(name);
  const levels: Level[] = [{ node: root }];
  const top = () => levels.at(-1) as Level;
  let fed = 0;
  let waiting = '';
  let nextLook = STRIDE;

  function appendText(node: Element, text: string): void {
    if (!text) return;
    const last = node.lastChild;
    if (last instanceof Text && last.length < MAX_TEXT_NODE) last.appendData(text);
    else node.append(text);
  }

  /** Opens an element in `parent`; too deep, or one that the list or block around it makes needless, opens nothing. */
  function open(parent: Element, name: string, level: Omit<Level, 'node'>): void {
    const isNeedless =
      name === 'br' &&
      (/^[UO]L$/.test(parent.tagName) ||
        (BLOCKS.test(parent.lastElementChild?.tagName ?? '') &&
          parent.lastChild === parent.lastElementChild));
    const node = levels.length > MAX_DEPTH || isNeedless ? parent : parent.appendChild(make(name));
    levels.push({ ...level, node });
  }

  function addToken(token: smd.Token): void {
    const parent = top().node;
    const level = {
      token,
      mark: token === smd.CODE_INLINE ? '`'.repeat(parser.fence_start || 1) : MARK.get(token),
    };
    switch (token) {
      case smd.LINE_BREAK:
        return open(parent, 'br', level);
      case smd.CODE_BLOCK:
      case smd.CODE_FENCE:
        return open(parent.appendChild(make('pre')), 'code', level);
      case smd.IMAGE:
        // The description is gathered aside; the picture, or its placeholder, comes when the address is known.
        levels.push({ ...level, node: make('span') });
        return;
      case smd.TABLE: {
        const scroller = parent.appendChild(make('div'));
        scroller.className = 'table';
        return open(scroller, 'table', level);
      }
      case smd.TABLE_ROW: {
        const name = parent.childElementCount === 0 ? 'thead' : 'tbody';
        return open(parent.children[1] ?? parent.appendChild(make(name)), 'tr', level);
      }
      case smd.TABLE_CELL:
        return open(parent, parent.parentElement?.tagName === 'THEAD' ? 'th' : 'td', level);
      default:
        return open(parent, ELEMENT.get(token) ?? 'span', level);
    }
  }

  function unwrap(node: Element, before: string, after = ''): void {
    node.prepend(before);
    node.append(after);
    node.replaceWith(...node.childNodes);
  }

  /** Ends `level`; not `isClosed` means that its own end mark never came. */
  function settle(level: Level, isClosed: boolean): void {
    const { node, token, mark = '' } = level;
    if (node === levels.at(-1)?.node) return;
    if (token === smd.IMAGE) {
      const alt = node.textContent ?? '';
      const isComplete = level.address !== undefined;
      top().node.append(
        isComplete ? remoteImage(level.address ?? '', alt, images) : mark + alt + (isClosed ? ']' : ''),
      );
    } else if (token === smd.LINK) {
      if (level.address === undefined) unwrap(node, mark, isClosed ? ']' : '');
      else if (!pointTo(node as HTMLAnchorElement, level.address)) unwrap(node, '');
    } else if (token === smd.RAW_URL) {
      const text = node.textContent ?? '';
      const tail = AFTER_URL.exec(text)?.[0] ?? '';
      node.textContent = text.slice(0, text.length - tail.length);
      node.after(tail);
      if (!pointTo(node as HTMLAnchorElement, node.textContent)) unwrap(node, '');
    } else if (mark && !isClosed) unwrap(node, mark);
  }

  /** Whether the parser ends its innermost token because it read that token's end mark. */
  function isClosedBy(token: smd.Token | undefined): boolean {
    if (isAddressed(token)) return parser.pending === ']';
    if (token === smd.CODE_INLINE) return /^[ `]*$/.test(parser.pending);
    return /^(\*\*?|__?|~)$/.test(parser.pending);
  }

  function endToken(): void {
    let level = levels.pop();
    while (level?.tag) level = levels.pop();
    if (level) settle(level, isClosedBy(level.token));
  }

  function openTag(tag: SubsetTag, href: string): void {
    open(top().node, tag, { tag });
    const { node } = top();
    if (tag === 'br') levels.pop();
    if (tag === 'a' && node instanceof HTMLAnchorElement) pointTo(node, href);
  }

  /** Ends a tag opened since the innermost Markdown token began; a stray end is left out. */
  function closeTag(tag: SubsetTag): void {
    let at = levels.length - 1;
    while (levels[at]?.tag && levels[at]?.tag !== tag) at -= 1;
    if (levels[at]?.tag === tag) levels.length = at;
  }

  function addText(text: string): void {
    // The parser gives out what it has at the end of every piece, also where only blocks may stand: that waits.
    if (BETWEEN.has(parser.token)) {
      waiting += text;
      return;
    }
    const pieces = (waiting + text).split(PRIVATE);
    waiting = '';
    for (const piece of pieces) {
      const mark = piece && source.mark(piece);
      if (!mark) appendText(top().node, piece);
      else if (CODE.has(top().token)) appendText(top().node, mark.source);
      else if (mark.is === 'text') appendText(top().node, mark.text);
      else if (mark.is === 'close') closeTag(mark.tag);
      else if (levels.length > MAX_DEPTH) appendText(top().node, mark.source);
      else openTag(mark.tag, mark.href);
    }
  }

  const asWritten = (text: string) =>
    text
      .split(PRIVATE)
      .map((piece) => source.mark(piece)?.source ?? piece)
      .join('');

  function setAttribute(name: smd.Attr, value: string): void {
    const level = top();
    if (name === smd.HREF || name === smd.SRC) {
      // `<address> "title"`: the title is left out.
      level.address = /^\s*<?([^\s<>]*)/.exec(asWritten(value))?.[1] ?? '';
    } else if (name === smd.START) level.node.setAttribute('start', String(Number.parseInt(value, 10) || 1));
    else if (name === smd.CHECKED) level.node.textContent = '☑ ';
  }

  const parser = smd.parser({
    data: undefined,
    add_token: (_, token) => {
      addToken(token);
      if (token === smd.CHECKBOX) top().node.textContent = '☐ ';
    },
    end_token: endToken,
    add_text: (_, text) => addText(text),
    set_attr: (_, name, value) => setAttribute(name, value),
  });

  function feed(text: string): void {
    for (let at = 0; at < text.length; ) {
      let end = Math.min(text.length, at + nextLook - fed);
      if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1))) end += 1;
      smd.parser_write(parser, text.slice(at, end));
      fed += end - at;
      at = end;
      if (fed >= nextLook) look();
    }
  }

  /** Makes the parser decide about what it would otherwise gather, and search, without end. */
  function look(): void {
    nextLook = fed + STRIDE;
    if (parser.pending.length < MAX_PENDING || parser.token === smd.RAW_URL) return;
    smd.parser_write(parser, isAddressed(parser.token) ? ')' : '\n');
  }

  const source = createMarkdownSource({ feed, isInUrl: () => parser.token === smd.RAW_URL });

  return {
    write: source.write,
    end() {
      source.end();
      smd.parser_end(parser);
      // An address that was never closed is still the agent's word.
      if (isAddressed(parser.token)) addText(parser.pending.trimEnd());
      while (levels.length > 1) settle(levels.pop() as Level, false);
      root.append(asWritten(waiting));
    },
  };
}
