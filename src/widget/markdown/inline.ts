import { pointTo } from '../links.ts';
import { type ImagePolicy, remoteImage } from '../remote-image.ts';
import type { Tree } from './tree.ts';

/** A tag or an address that has not ended after so many signs is none. */
const MAX_HELD = 2_048;
/** What may be more than text: a bracket, an escape, a run of marks, a tag, a bare address, the address of a link. */
const UNDECIDED =
  /^(!?\[?|\\(_|[^\w\s])?|([*_~`])\3*|<\/?([a-zA-Z][^<>|*`\n]*)?|h[tps]*(:\/?(\/[^<>|*`\s"\\\]]*)?)?|](\(.*)?)$/;
/** spec messaging §6: the small HTML subset; no attribute counts but the address of a link. */
const TAG = /^<(\/?)(a|br?|i|em|strong|p|[uo]l|li|code)(\/?|\s.*)>$/;
const NAMES: Record<string, string> = { _: 'em', '*': 'em', __: 'strong', '**': 'strong', '~~': 's' };

/** What stands within a block: marks, links, pictures, bare addresses, tags. Takes one sign at a time. */
export function createInline(tree: Tree, images: ImagePolicy): (sign: string) => void {
  /** Not shown yet: what it is depends on what comes. */
  let held = '';
  /** Its first signs, by which it is known. */
  let head = '';
  /** The sign before it. */
  let before = '';

  const find = (test: (mark: string) => unknown) => tree.levels.findLast(({ mark }) => test(mark));
  const isRaw = () => tree.top().mark[0] === '`';

  const goesOn = (sign: string) =>
    (!isRaw() || sign === '`') &&
    held.length < MAX_HELD &&
    UNDECIDED.test(head + sign) &&
    // A round bracket ends an address unless it was opened there.
    (sign !== ')' || head === '\\' || held.lastIndexOf('(') > Math.max(1, held.lastIndexOf(')')));

  function isTag(source: string): boolean {
    const [, slash, tag] = TAG.exec(source.toLowerCase()) ?? [];
    // A stray end finds nothing to close.
    if (slash) tree.close(find((mark) => mark === `<${tag}>`));
    else if (tag === 'br') tree.lineBreak();
    else if (tag) {
      const node = tree.mark(tag, `<${tag}>`);
      const address = /\shref=["']?([^\s"'>]+)/i.exec(source)?.[1];
      if (node && address && tag === 'a') pointTo(node as HTMLAnchorElement, address);
    }
    return !!tag;
  }

  /** Ends what a square bracket has opened; `source` is what follows in round ones, empty when nothing does. */
  function isLink(source: string): boolean {
    const level = find((mark) => mark.endsWith('['));
    const { mark, node } = level ?? {};
    const isOver = !!source && !!node && !node.querySelector('[href]');
    tree.close(level, isOver);
    if (!isOver) return false;
    // `<address> "title"`: the title is left out.
    const address = /^]\(\s*<?([^\s<>]*)/.exec(source)?.[1] ?? '';
    if (mark === '[') pointTo(node as HTMLAnchorElement, address);
    else node.replaceWith(remoteImage(address, node.textContent, images));
    return true;
  }

  function showAddress(source: string): void {
    const address = /^(|[\s(>_*~|])(https?:\/\/.*[^.,;:!?'}_~])/.exec(before + source)?.[2];
    if (!address || tree.top().node.closest('a')) return tree.text(source);
    pointTo(tree.open('a') as HTMLAnchorElement, address, address);
    tree.text(address);
    tree.close(tree.top());
    // What ends a sentence is no part of the address.
    for (const sign of source.slice(address.length)) step(sign);
  }

  function showRun(run: string, next: string): void {
    const { node, mark } = tree.top();
    // `order_id` and `2*3` are meant as they stand.
    const isInWord = /[\p{L}\d](_+|\*)[\p{L}\d]/u.test(before + run + next);
    if (isInWord || (isRaw() && mark !== run)) tree.text(run);
    else if (isRaw()) {
      tree.close(tree.top(), true);
      node.textContent = node.textContent.trim();
    } else if (run[0] === '`') tree.mark('code', run);
    // The whole run ends what it began, if it can; three signs may also stand for two marks.
    else
      for (let rest = run; rest; ) {
        const level = find((mark) => mark === rest || (rest[2] && mark[0] === run[0]));
        const piece = level?.mark ?? rest.slice(rest.length === 3 ? 1 : 0);
        if (level) tree.close(level, true);
        else tree.mark(/\S/.test(next) && NAMES[piece], piece);
        rest = rest.slice(piece.length);
      }
  }

  function show(source: string, next: string): void {
    if (source[0] === 'h') showAddress(source);
    else if (source[0] === '\\') tree.text(source.slice(-1));
    else if (/^!?\[/.test(source)) tree.mark(source[1] ? 'span' : 'a', source);
    else if (/^[*_~`]/.test(source)) showRun(source, next);
    else tree.text(source);
  }

  function step(sign: string): void {
    const source = held;
    if (goesOn(sign)) {
      held += sign;
      if (!head[8]) head += sign;
    } else if (source) {
      held = '';
      head = '';
      if (isTag(source + sign) || (source[0] === ']' && isLink(sign === ')' && source[1] ? source : '')))
        before = sign;
      else {
        show(source, sign);
        before = source.slice(-1);
        step(sign);
      }
    } else {
      const cell = sign === '|' && !isRaw() && find((mark) => mark === sign);
      if (cell) tree.close(cell);
      else if (sign === '\n') tree.close();
      else tree.text(sign);
      before = sign;
    }
  }

  return step;
}
