import { setLinkTarget } from '../links.ts';
import type { DomBuilder, Parser } from './dom-builder.ts';

/** Maximum length of a tag or a link target. Longer ones are text. */
const MAX_PENDING = 2_048;
/**
 * Input that may still become more than text: a bracket, an escape, a run of marks, a tag, a bare URL, a link target. A
 * direction control ends a bare URL (S-32).
 */
const UNDECIDED =
  /^(!?\[?|\\(_|[^\w\s])?|([*_~`])\3*|<\/?([a-zA-Z][^<>|*`\n]*)?|h[tps]*(:\/?(\/[^<>|*`\s"\\\]\u061c\u200e\u200f\u2066-\u2069]*)?)?|](\(.*)?)$/;
/** S-108: the layout of a table row takes long with many. The marks between further ones are text. */
const MAX_CELLS = 64;
/** The supported HTML tags (M-6.25). Attributes other than `href` are ignored. */
const TAG = /^<(\/?)(a|br?|i|em|strong|p|[uo]l|li|code)(\/?|\s.*)>$/;
const NAMES: Record<string, string> = { _: 'em', '*': 'em', __: 'strong', '**': 'strong', '~~': 's' };

/** Creates what stands for an image: the source text of its URL, which may be anything, and its description. */
export type CreateImage = (source: string, alt: string) => Node;

/** Parser of inline Markdown: marks, links, images, bare URLs, tags. */
export function createInlineParser(dom: DomBuilder, createImage: CreateImage): Parser {
  /** Input that is not shown yet, because its meaning depends on the next characters. */
  let pending = '';
  /** The first characters of `pending`, which are enough to decide. */
  let head = '';
  /** The character before `pending`. */
  let previous = '';

  const find = (test: (mark: string) => unknown) => dom.levels.findLast(({ mark }) => test(mark));
  const isInCode = () => dom.top().mark[0] === '`';

  const canExtend = (char: string) =>
    (!isInCode() || char === '`') &&
    pending.length < MAX_PENDING &&
    UNDECIDED.test(head + char) &&
    // A closing parenthesis ends a URL unless the URL contains the opening one.
    (char !== ')' || head === '\\' || pending.lastIndexOf('(') > Math.max(1, pending.lastIndexOf(')')));

  /** Applies `source` if it is a supported tag. */
  function applyTag(source: string): boolean {
    const [, slash, tag] = TAG.exec(source.toLowerCase()) ?? [];
    // `close` ignores an end tag without a start tag.
    if (slash) {
      const level = find((mark) => mark === `<${tag}>`);
      dom.close(level);
      // The label is complete: it may say by itself where the link leads.
      if (level?.node instanceof HTMLAnchorElement)
        setLinkTarget(level.node, level.node.href, level.node.textContent);
    } else if (tag === 'br') dom.lineBreak();
    else if (tag) {
      const isOpened = dom.mark(tag, `<${tag}>`);
      const target = /\shref=["']?([^\s"'>]+)/i.exec(source)?.[1];
      if (isOpened && target && tag === 'a')
        setLinkTarget(dom.nodeOf(dom.top()) as HTMLAnchorElement, target);
    }
    return !!tag;
  }

  /** Closes an open square bracket. `source` is `](target)`, or empty without a target. */
  function applyLink(source: string): boolean {
    const level = find((mark) => mark.endsWith('['));
    const isComplete = !!source && !!level && !dom.nodeOf(level).querySelector('[href]');
    const mark = level?.mark;
    dom.close(level, isComplete);
    if (!isComplete) return false;
    const node = dom.nodeOf(level);
    // `<target> "title"`: the title is ignored.
    const target = /^]\(\s*<?([^\s<>]*)/.exec(source)?.[1] ?? '';
    if (mark === '[') setLinkTarget(node as HTMLAnchorElement, target, node.textContent);
    else node.replaceWith(createImage(target, node.textContent));
    return true;
  }

  function writeUrl(source: string): void {
    const url = /^(|[\s(>_*~|\u061c\u200e\u200f\u2066-\u2069])(https?:\/\/.*[^.,;:!?'}_~])/.exec(
      previous + source,
    )?.[2];
    if (!url || dom.nodeOf(dom.top()).closest('a')) return dom.text(source);
    setLinkTarget(dom.open('a') as HTMLAnchorElement, url, url);
    dom.text(url);
    dom.close(dom.top());
    // Punctuation at the end of a sentence is not part of the URL.
    for (const char of source.slice(url.length)) step(char);
  }

  function writeMarks(run: string, next: string): void {
    const last = dom.top();
    const { mark } = last;
    // Marks inside a word are text: `order_id`, `2*3`.
    const isInWord = /[\p{L}\d](_+|\*)[\p{L}\d]/u.test(previous + run + next);
    if (isInWord || (isInCode() && mark !== run)) dom.text(run);
    else if (isInCode()) {
      dom.close(last, true);
      const code = dom.nodeOf(last);
      code.textContent = code.textContent.trim();
    } else if (run[0] === '`') dom.mark('code', run);
    // A run closes the same run if it can; three characters can also be two marks.
    else
      for (let rest = run; rest; ) {
        const level = find((mark) => mark === rest || (rest[2] && mark[0] === run[0]));
        const piece = level?.mark ?? rest.slice(rest.length === 3 ? 1 : 0);
        if (level) dom.close(level, true);
        else dom.mark(/\S/.test(next) && NAMES[piece], piece);
        rest = rest.slice(piece.length);
      }
  }

  function write(source: string, next: string): void {
    if (source[0] === 'h') writeUrl(source);
    else if (source[0] === '\\') dom.text(source.slice(-1));
    else if (/^!?\[/.test(source)) dom.mark(source[1] ? 'span' : 'a', source);
    else if (/^[*_~`]/.test(source)) writeMarks(source, next);
    else dom.text(source);
  }

  function step(char: string): void {
    const source = pending;
    if (canExtend(char)) {
      pending += char;
      if (!head[8]) head += char;
    } else if (source) {
      pending = '';
      head = '';
      const target = char === ')' && source[1] ? source : '';
      const isApplied = source[0] === '<' ? applyTag(source + char) : source[0] === ']' && applyLink(target);
      if (isApplied) previous = char;
      else {
        write(source, char);
        previous = source.slice(-1);
        step(char);
      }
    } else {
      const cell = char === '|' && !isInCode() && find((mark) => mark === char);
      if (cell && (cell.parent?.node?.childElementCount ?? 0) < MAX_CELLS) dom.close(cell);
      else if (char === '\n') dom.close();
      else dom.text(char);
      previous = char;
    }
  }

  return Object.assign(step, { undecided: () => pending });
}
