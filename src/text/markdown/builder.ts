import { COMBINING, MAX_COMBINING } from '../combining-marks.ts';
import type { Link } from '../links.ts';

/** An open element. */
export interface Level<Node = object> {
  readonly name: string;
  readonly parent: Level<Node> | undefined;
  /** Undefined until the element is needed, so that a mark that becomes text costs no element (S-36). */
  node: Node | undefined;
  /** 0 for a list; for an item, the indentation that its lines need; undefined otherwise. */
  readonly indent: number | undefined;
  /** Source text that opened the element. Shown as text if the end mark never comes; empty for a block. */
  mark: string;
  /** Collected text at the end of the element, not yet in the output. */
  text: string;
  /** Number of elements inside, including open ones. */
  children: number;
  /** Name of the element that ends the content, `#text` if text does; empty without content. */
  last: string;
  /** Target of the element, or of one inside. */
  link: Link | undefined;
}

/** Creates elements and texts. `Node` stands for an element. An open element is always the last of its parent. */
export interface Output<Node extends object> {
  readonly root: Node;
  /** Appends an element to `parent`. */
  open(parent: Node, name: string): Node;
  /** Appends text to an open element. */
  write(node: Node, chars: string): void;
  /** Called when the element is complete. */
  close(node: Node): void;
  textOf(node: Node): string;
  /** Replaces the content of an open element by a text. */
  rewrite(node: Node, text: string): void;
  /** Removes an open element with its content. */
  remove(node: Node): void;
  /** Replaces an open element by its mark and its content. */
  unwrap(node: Node, mark: string): void;
  /** Replaces a complete element by the image at `source`. The element's text is the description. */
  image(node: Node, source: string): void;
  /** Changes an element without changing its text. */
  decorate(node: Node, change: (element: HTMLElement) => void): void;
}

/** Takes one character at a time. */
export interface Parser {
  (char: string): void;
  /** Takes characters without syntax. Returns false where each character must be parsed on its own. */
  plain(chars: string): boolean;
  /** The pending input: its meaning depends on the next characters. */
  undecided(): string;
}

/** Stack of open elements, outermost first. */
export type Builder = ReturnType<typeof createBuilder<object>>;

/** Maximum nesting depth. Hostile input must not exhaust the layout. */
export const MAX_DEPTH = 24;
/** S-108: a browser lays out this number of elements without a noticeable pause. */
const MAX_ELEMENTS = 1_000;
/** Elements that pending input may still open, and elements that are added later: a copy button has three. */
const RESERVE = 200;
const COSTS: Readonly<Record<string, number>> = { pre: 4, span: 3 };

/** True if a level waits for its end mark. Blocks, tags and table cells need none. */
export const isUnfinished = ({ mark }: Level): boolean => /^[^<|]/.test(mark);

export function createBuilder<Node extends object>(output: Output<Node>) {
  const levels: Level<Node>[] = [];
  /** Number of elements, including open marks. It depends on the text only, not on its chunks. */
  let count = 0;
  /** Combining marks at the end of the text. */
  let combining = 0;
  /** Text that is shown if the line is the last of its paragraph. */
  let held = '';

  push('', '').node = output.root;

  function push(name: string, mark: string, indent?: number): Level<Node> {
    const parent = levels.at(-1);
    const level: Level<Node> = {
      name,
      parent,
      node: undefined,
      indent,
      mark,
      text: '',
      children: 0,
      last: '',
      link: undefined,
    };
    if (parent) parent.children += 1;
    count += COSTS[name] ?? 1;
    levels.push(level);
    return level;
  }

  const top = () => levels.at(-1) as Level<Node>;

  function nodeOf(level: Level<Node>): Node {
    if (level.node) return level.node;
    const parent = level.parent as Level<Node>;
    flush(parent);
    level.node = output.open(nodeOf(parent), level.name);
    return level.node;
  }

  /** Writes the collected text of a level. */
  function flush(level: Level<Node>): void {
    const node = nodeOf(level);
    const { text } = level;
    if (!text) return;
    level.text = '';
    level.last = '#text';
    output.write(node, text);
  }

  /** Appends text without combining marks. */
  function plain(chars: string): void {
    if (held) writeHeld();
    combining = 0;
    top().text += chars;
  }

  /** Appends text. S-129: combining marks also count as one row across elements and behind an escape. */
  function text(chars: string): void {
    if (chars < '\u0300' && chars.length === 1) return plain(chars);
    if (held) writeHeld();
    const level = top();
    for (const char of chars) {
      combining = COMBINING.test(char) ? combining + 1 : 0;
      if (combining <= MAX_COMBINING) level.text += char;
    }
  }

  function writeHeld(): void {
    const chars = held;
    held = '';
    text(chars);
  }

  /** Closes the last level as text: its end mark never came. */
  function dissolve(): void {
    const level = top();
    const { name, node, mark, children } = level;
    if (children > 0) flush(level);
    levels.pop();
    const parent = top();
    count -= COSTS[name] ?? 1;
    parent.children += children - 1;
    if (children > 0) {
      output.unwrap(nodeOf(level), mark);
      parent.last = level.last;
      return;
    }
    // Joins the text around it: one text node per mark would be slow.
    const content = (node ? output.textOf(node) : '') + level.text;
    parent.text += mark + content;
    if (!content) combining = 0;
    if (node) output.remove(node);
  }

  return {
    levels: levels as readonly Level<Node>[],
    top,
    text,
    plain,
    open(name: string, indent?: number, mark = ''): Level<Node> {
      const level = push(name, mark, indent);
      nodeOf(level);
      return level;
    },
    /** Opens the element of a mark. Without a name, or beyond the maximum depth, the mark becomes text. Returns whether it opened. */
    mark(name: string | undefined | false, mark: string): boolean {
      const isOpened = !!name && levels.length <= MAX_DEPTH;
      if (isOpened) push(name, mark);
      else text(mark);
      return isOpened;
    },
    /** Closes `level` and the elements inside it. `hasEnd`: the end mark of `level` was read. */
    close(level?: Level<Node>, hasEnd?: boolean): void {
      if (!level) return flush(top());
      if (held) writeHeld();
      if (hasEnd) level.mark = '';
      while (levels.includes(level)) {
        const last = top();
        if (isUnfinished(last)) {
          dissolve();
          continue;
        }
        flush(last);
        output.close(nodeOf(last));
        levels.pop();
        top().last = last.name;
      }
    },
    /** Removes the spaces around the text of the last level. */
    trim(): void {
      flush(top());
      const node = nodeOf(top());
      const untrimmed = output.textOf(node);
      if (untrimmed !== untrimmed.trim()) output.rewrite(node, untrimmed.trim());
    },
    decorate(level: Level<Node>, change: (element: HTMLElement) => void): void {
      output.decorate(nodeOf(level), change);
    },
    image(level: Level<Node>, source: string): void {
      output.image(nodeOf(level), source);
    },
    lineBreak(): void {
      held = '';
      flush(top());
      const { name, mark, last } = top();
      if (mark[0] === '`') text('\n');
      // HTML needs no break between list items and after blocks.
      else if (!/^[ou]l | ([ou]l|li|p)$/.test(`${name} ${last}`)) {
        output.close(nodeOf(push('br', '')));
        levels.pop();
        top().last = 'br';
      }
    },
    /** Shows `chars` at the end of the line, unless the paragraph continues. */
    hold(chars: string): void {
      held = chars;
    },
    /** True if the message has the maximum number of elements: the rest is shown as text (S-108). */
    isFull: (): boolean => count > MAX_ELEMENTS - RESERVE,
    /** Writes the collected text to the output. */
    show: (): void => flush(top()),
  };
}
