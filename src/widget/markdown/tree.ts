/** One open element. */
export interface Level {
  readonly name: string;
  readonly node: Element;
  /** Of a list, 0; of an item, how far a line must be indented to belong to it; of anything else, undefined. */
  readonly indent?: number | undefined;
  /** What stood in the text to open it, and is shown again when its end never comes; empty for a block. */
  mark: string;
}

/** The elements that are open, the outermost first; all that is made is made here, of elements and text (S-23). */
export interface Tree {
  readonly levels: readonly Level[];
  top(): Level;
  text(words: string): void;
  open(name: string, indent?: number, mark?: string): Element;
  /** Opens what a mark stands for; without a name, or too deep, the mark is text. */
  mark(name: string | undefined | false, mark: string): Element | undefined;
  /** Ends `level` and what is open within it; `isOver` says that its own end has come. */
  close(level?: Level, isOver?: boolean): void;
  lineBreak(): void;
  /** Shows the text so far but for its last sign, of which only half may have come. */
  show(): void;
}

/** Beyond this depth nothing is begun: a hostile nesting must not exhaust the layout. */
export const MAX_DEPTH = 24;
/** A text node grows to this size before the next one begins, so that appending stays cheap in a long code block. */
const MAX_TEXT_NODE = 512;

export function createTree(root: Element): Tree {
  const levels: Level[] = [{ name: '', node: root, mark: '' }];
  let waiting = '';

  const top = () => levels.at(-1) as Level;

  function text(words: string): void {
    waiting += words;
  }

  function flush(rest = ''): void {
    const words = waiting.slice(0, waiting.length - rest.length);
    waiting = rest;
    if (!words) return;
    const { node } = top();
    const last = node.lastChild;
    if (last instanceof Text && last.length < MAX_TEXT_NODE) last.appendData(words);
    else node.append(words);
  }

  function open(name: string, indent?: number, mark = ''): Element {
    flush();
    const node = top().node.appendChild(document.createElement(name));
    // What scrolls has to be reachable by keyboard.
    if (/^(pre|div)$/.test(name)) node.tabIndex = 0;
    levels.push({ name, node, indent, mark });
    return node;
  }

  return {
    levels,
    top,
    text,
    open,
    mark(name, mark) {
      if (name && levels.length <= MAX_DEPTH) return open(name, undefined, mark);
      text(mark);
    },
    close(level, isOver) {
      flush();
      if (level && isOver) level.mark = '';
      while (level && levels.includes(level)) {
        const { node, mark } = levels.pop() as Level;
        // Tags and table cells need no end of their own.
        if (!/^[^<|]/.test(mark)) continue;
        // What is open is always the last child of what is open around it.
        node.replaceWith(mark);
        for (const child of [...node.childNodes]) top().node.append(child);
      }
    },
    lineBreak() {
      flush();
      const { name, node, mark } = top();
      if (mark[0] === '`') text('\n');
      // Needless between the items of a list in HTML, and after its blocks.
      else if (!/^[ou]l | ([OU]L|LI|P)$/.test(`${name} ${node.lastChild?.nodeName}`)) {
        open('br');
        levels.pop();
      }
    },
    show: () => flush([...waiting].pop()),
  };
}
