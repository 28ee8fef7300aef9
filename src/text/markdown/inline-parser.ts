import { type Link, linkUrl, setLinkTarget } from '../links.ts';
import type { Builder, Level, Parser } from './builder.ts';
import { flanking } from './flanking.ts';
import { autolink, bareUrl, decoded, hrefOf, NOT_IN_URL, targetOf } from './link-target.ts';

/** Maximum length of a tag or a link target. Longer ones are text. */
const MAX_PENDING = 2_048;
/** Number of first pending characters that decide. */
const MAX_HEAD = 12;
/** Next characters of the most frequent beginnings: checking only these is fast. */
const FOLLOWING = new Map([
  ['https://', new RegExp(`[^${NOT_IN_URL}]`)],
  ['](https:', /./],
]);
/** Characters with which such input begins. */
const STARTS = '!\\[]*_~`<hH';
/**
 * Input that may still become more than text: a bracket, an escape, a run of marks, a tag, an address in angle brackets, a bare
 * URL, a link target. A target begins with a scheme, so that other words in parentheses need not wait.
 */
const UNDECIDED = new RegExp(
  `^(!?\\[?|\\\\[!-/:-@[-\`{-~]?|([*_~\`])\\2*|</?([a-z][^<>|*\`\\n]*)?|<\\d[\\w.+-]*(@[\\w.-]*)?|h[tps]*(:/?(/[^${NOT_IN_URL}]*)?)?|](\\([ \\t]*<?[a-z]{0,6}(:.*)?)?)$`,
  'i',
);
/** S-108: the layout of a table row takes long with many. The marks between further ones are text. */
const MAX_CELLS = 64;
/** The supported HTML tags (M-6.25). Attributes other than `href` are ignored. */
const TAG = /^<(\/?)(a|br?|i|em|strong|p|[uo]l|li|code)(\/?|\s.*)>$/;
const NAMES: Record<string, string> = { _: 'em', '*': 'em', __: 'strong', '**': 'strong', '~~': 's' };

/** Parser of inline Markdown: marks, links, images, bare URLs, tags. */
export function createInlineParser(dom: Builder): Parser {
  /** Input that is not shown yet: its meaning depends on the next characters. */
  let pending = '';
  /** The first characters of `pending`: enough to decide. */
  let head = '';
  /** Characters that can follow, if `head` alone decides. */
  let following: RegExp | undefined;
  /** Number of open parentheses in `pending`. */
  let parentheses = 0;
  /** True if `pending` is the target of an image. The target may be any text. */
  let isImageTarget = false;
  /** The character before `pending`. */
  let previous = '\n';

  const find = (test: (mark: string) => unknown) => dom.levels.findLast(({ mark }) => test(mark));
  const findBracket = () => find((mark) => mark.endsWith('['));
  const isInCode = () => dom.top().mark[0] === '`';

  function canExtend(char: string): boolean {
    if (!pending && !STARTS.includes(char)) return false;
    if ((isInCode() && char !== '`') || pending.length >= MAX_PENDING) return false;
    if (head === ']') return char === '(' && findBracket() !== undefined;
    // A closing parenthesis ends a URL unless the URL contains the opening one.
    if (char === ')' && head !== '\\' && parentheses <= (head[0] === ']' ? 1 : 0)) return false;
    if (following) return following.test(char);
    return UNDECIDED.test(head + char) || (isImageTarget && char !== '\n');
  }

  function extend(char: string): void {
    if (head === ']') isImageTarget = findBracket()?.mark[0] === '!';
    if ((char === '(' || char === ')') && !pending.endsWith('\\')) parentheses += char === '(' ? 1 : -1;
    pending += char;
    if (following || head.length >= MAX_HEAD) return;
    head += char;
    following = FOLLOWING.get(head);
  }

  function decorate(level: Level, link: Link, label?: string): void {
    dom.decorate(level, (anchor) =>
      setLinkTarget(anchor as HTMLAnchorElement, link, label ?? anchor.textContent),
    );
  }

  /** Makes `level` a link. Without `label` its content is the label; addresses in a label are no links. */
  function setLink(level: Level, link: Link, label?: string): void {
    for (let ancestor: Level | undefined = level; ancestor; ancestor = ancestor.parent)
      ancestor.link ??= link;
    dom.decorate(level, (element) => {
      for (const address of element.querySelectorAll('a')) address.replaceWith(...address.childNodes);
    });
    decorate(level, link, label);
  }

  /** Writes a link whose label is its address. Returns false where it must not: a bracket may still become a label. */
  function writeAddress(target: string, label: string): boolean {
    const isInLink = dom.levels.some(({ name, mark }) => name === 'a' && mark !== '[');
    const link = isInLink ? undefined : linkUrl(target);
    if (!link) return false;
    decorate(dom.open('a'), link, label);
    dom.text(label);
    dom.close(dom.top());
    return true;
  }

  /** Applies `source` if it is a supported tag, or an address. */
  function applyTag(source: string): boolean {
    const { target: address, label = '' } = autolink(source) ?? {};
    if (address) return writeAddress(decoded(address), label);
    const [, slash, tag] = TAG.exec(source.toLowerCase()) ?? [];
    // `close` ignores an end tag without a start tag.
    if (slash) {
      const level = find((mark) => mark === `<${tag}>`);
      dom.close(level);
      // The label is complete: it may already show the target.
      if (tag === 'a' && level?.link) setLink(level, level.link);
    } else if (tag === 'br') dom.lineBreak();
    else if (tag && dom.mark(tag, `<${tag}>`) && tag === 'a') {
      const link = linkUrl(hrefOf(source));
      if (link) setLink(dom.top(), link, '');
    }
    return !!tag;
  }

  /** Closes an open square bracket. `target` is between the parentheses behind it; undefined without any. */
  function applyLink(target?: string): boolean {
    const level = findBracket();
    const isImage = target !== undefined && level?.mark[0] === '!';
    const link = target === undefined || isImage || level?.link ? undefined : linkUrl(target);
    const isApplied = isImage || link !== undefined;
    dom.close(level, isApplied);
    if (level && isImage) dom.image(level, target);
    if (level && link) setLink(level, link);
    return isApplied;
  }

  function writeUrl(source: string): void {
    const url = bareUrl(source, previous);
    const isLink = url !== '' && writeAddress(decoded(url), url);
    const written = isLink ? url : source;
    if (!isLink) dom.text(source);
    previous = written.slice(-1);
    // Punctuation at the end of a sentence is not part of the URL.
    for (const char of source.slice(written.length)) step(char);
  }

  function writeMarks(run: string, next: string): void {
    const last = dom.top();
    if (isInCode()) {
      if (last.mark !== run) return dom.text(run);
      dom.trim();
      return dom.close(last, true);
    }
    if (run[0] === '`') return void dom.mark('code', run);
    const { begins, ends } = flanking(run, previous, next);
    // A run closes the same run if it can; three characters can also be two marks.
    for (let rest = run; rest; ) {
      const level = ends && find((mark) => mark === rest || (rest[2] && mark[0] === run[0]));
      const piece = level ? level.mark : rest.slice(rest.length === 3 ? 1 : 0);
      if (level) dom.close(level, true);
      else dom.mark(begins && NAMES[piece], piece);
      rest = rest.slice(piece.length);
    }
  }

  function write(source: string, next: string): void {
    if (/^h/i.test(source)) return writeUrl(source);
    if (/^<h/i.test(source)) {
      dom.text('<');
      previous = '<';
      for (const char of source.slice(1)) step(char);
      return;
    }
    // A backslash at the end of a line is a line break, as any line end.
    if (source === '\\' && next === '\n') dom.hold(source);
    else if (source[0] === '\\') dom.text(source.slice(-1));
    else if (/^!?\[/.test(source)) dom.mark(source[1] ? 'span' : 'a', source);
    else if (/^[*_~`]/.test(source)) writeMarks(source, next);
    else dom.text(source);
    previous = source.slice(-1);
  }

  function step(char: string): void {
    const source = pending;
    if (canExtend(char)) extend(char);
    else if (source) {
      pending = '';
      head = '';
      following = undefined;
      parentheses = 0;
      isImageTarget = false;
      const target = char === ')' && source[1] ? targetOf(source.slice(2)) : undefined;
      const isApplied = source[0] === '<' ? applyTag(source + char) : source[0] === ']' && applyLink(target);
      if (isApplied) previous = char;
      else {
        write(source, char);
        step(char);
      }
    } else {
      const cell = char === '|' && !isInCode() && find((mark) => mark === char);
      if (cell && (cell.parent?.children ?? 0) < MAX_CELLS) dom.close(cell);
      else if (char === '\n') dom.close();
      else dom.text(char);
      previous = char;
    }
  }

  function plain(chars: string): boolean {
    if (pending) return false;
    dom.plain(chars);
    previous = chars.slice(-1);
    return true;
  }

  return Object.assign(step, { plain, undecided: () => pending });
}
