/** An open element. */
export interface Level {
  readonly name: string;
  readonly parent: Level | undefined;
  /** Undefined until the element is needed: a mark that turns out to be text costs none (S-36). */
  node: Element | undefined;
  /** 0 for a list; for an item, the indentation that its lines need; undefined otherwise. */
  readonly indent?: number | undefined;
  /** Source text that opened the element. Shown as text if the end mark never comes; empty for a block. */
  mark: string;
  /** Collected text at the end of the element, not yet in the page. */
  text: string;
}

/** Takes one character at a time. */
export interface Parser {
  (char: string): void;
  /** The input that is not shown yet, because its meaning depends on the next characters. */
  undecided(): string;
}

/** Stack of open elements, outermost first. Creates all elements and text nodes of the renderer (S-23). */
export type DomBuilder = ReturnType<typeof createDomBuilder>;

/** Maximum nesting depth. Hostile input must not exhaust the layout. */
export const MAX_DEPTH = 24;
/** S-108: a browser lays out as many without a pause that a visitor notices. */
const MAX_ELEMENTS = 1_000;
/** Elements that the parsers may still open for what they hold back, and those that are added later: a copy button has three. */
const RESERVE = 200;
const COSTS: Readonly<Record<string, number>> = { pre: 4, span: 3 };
/** Maximum size of a text node, so that appending stays cheap in a long code block. */
const MAX_TEXT_NODE = 512;

export function createDomBuilder(root: Element) {
  const levels: Level[] = [
    { name: '', parent: undefined, node: root, indent: undefined, mark: '', text: '' },
  ];
  /** Elements that were created, those of marks that turned out to be text included. */
  let count = 0;

  function nodeOf(level: Level): Element {
    if (level.node) return level.node;
    const { name, parent } = level as Level & { parent: Level };
    flush(parent);
    const node = nodeOf(parent).appendChild(document.createElement(name));
    count += COSTS[name] ?? 1;
    // A scrollable element must be reachable by keyboard.
    if (/^(pre|div)$/.test(name)) node.tabIndex = 0;
    level.node = node;
    return node;
  }

  /** Writes the collected text of a level, except `rest` at its end. */
  function flush(level: Level, rest = ''): void {
    const node = nodeOf(level);
    const { text } = level;
    const chars = text.slice(0, text.length - rest.length);
    level.text = rest;
    if (!chars) return;
    const last = node.lastChild;
    if (last instanceof Text && last.length < MAX_TEXT_NODE) last.appendData(chars);
    else node.append(chars);
  }

  const top = () => levels.at(-1) as Level;

  function push(name: string, mark: string, indent?: number): Level {
    const level: Level = { name, parent: top(), node: undefined, indent, mark, text: '' };
    levels.push(level);
    return level;
  }

  function text(chars: string): void {
    top().text += chars;
  }

  return {
    levels: levels as readonly Level[],
    top,
    /** The element of a level, which is created if need be. */
    nodeOf,
    text,
    open: (name: string, indent?: number, mark = ''): Element => nodeOf(push(name, mark, indent)),
    /** Opens the element of a mark. Without a name, or beyond the maximum depth, the mark becomes text. Returns whether it opened. */
    mark(name: string | undefined | false, mark: string): boolean {
      const isOpened = !!name && levels.length <= MAX_DEPTH;
      if (isOpened) push(name, mark);
      else text(mark);
      return isOpened;
    },
    /** Closes `level` and the elements inside it. `hasEnd`: the end mark of `level` was read. */
    close(level?: Level, hasEnd?: boolean): void {
      if (!level) flush(top());
      else if (hasEnd) level.mark = '';
      while (level && levels.includes(level)) {
        const last = top();
        const { mark } = last;
        // Blocks, tags and table cells need no end mark.
        const isUnfinished = /^[^<|]/.test(mark);
        levels.pop();
        if (isUnfinished && !last.node?.firstElementChild) {
          // Joins the text around it: a text node for each mark would be slow.
          text(mark + (last.node?.textContent ?? '') + last.text);
          last.node?.remove();
          continue;
        }
        flush(last);
        if (!isUnfinished) continue;
        // An open element is always the last child of its parent.
        const node = nodeOf(last);
        node.replaceWith(mark);
        nodeOf(top()).append(...node.childNodes);
      }
    },
    lineBreak(): void {
      flush(top());
      const { name, mark } = top();
      if (mark[0] === '`') text('\n');
      // HTML needs no break between list items and after blocks.
      else if (!/^[ou]l | ([OU]L|LI|P)$/.test(`${name} ${nodeOf(top()).lastChild?.nodeName}`)) {
        nodeOf(push('br', ''));
        levels.pop();
      }
    },
    /** Whether the message has as many elements as it may: what follows is text (S-108). */
    isFull: (): boolean => count > MAX_ELEMENTS - RESERVE,
    /** Writes the collected text to the page, except a last half of a surrogate pair. */
    show: (): void => flush(top(), /[\ud800-\udbff]$/.exec(top().text)?.[0]),
  };
}
