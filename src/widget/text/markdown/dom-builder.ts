/** An open element. */
export interface Level {
  readonly name: string;
  readonly node: Element;
  /** 0 for a list; for an item, the indentation that its lines need; undefined otherwise. */
  readonly indent?: number | undefined;
  /** Source text that opened the element. Shown as text if the end mark never comes; empty for a block. */
  mark: string;
}

/** Stack of open elements, outermost first. Creates all elements and text nodes of the renderer (S-23). */
export interface DomBuilder {
  readonly levels: readonly Level[];
  top(): Level;
  text(chars: string): void;
  open(name: string, indent?: number, mark?: string): Element;
  /** Opens the element of a mark. Without a name, or beyond the maximum depth, the mark becomes text. */
  mark(name: string | undefined | false, mark: string): Element | undefined;
  /** Closes `level` and the elements inside it. `hasEnd`: the end mark of `level` was read. */
  close(level?: Level, hasEnd?: boolean): void;
  lineBreak(): void;
  /** Writes the collected text to the page, except the last character, which may be half of a surrogate pair. */
  show(): void;
}

/** Maximum nesting depth. Hostile input must not exhaust the layout. */
export const MAX_DEPTH = 24;
/** Maximum size of a text node, so that appending stays cheap in a long code block. */
const MAX_TEXT_NODE = 512;

export function createDomBuilder(root: Element): DomBuilder {
  const levels: Level[] = [{ name: '', node: root, mark: '' }];
  let pending = '';

  const top = () => levels.at(-1) as Level;

  function text(chars: string): void {
    pending += chars;
  }

  function flush(rest = ''): void {
    const chars = pending.slice(0, pending.length - rest.length);
    pending = rest;
    if (!chars) return;
    const { node } = top();
    const last = node.lastChild;
    if (last instanceof Text && last.length < MAX_TEXT_NODE) last.appendData(chars);
    else node.append(chars);
  }

  function open(name: string, indent?: number, mark = ''): Element {
    flush();
    const node = top().node.appendChild(document.createElement(name));
    // A scrollable element must be reachable by keyboard.
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
    close(level, hasEnd) {
      if (!level) flush();
      else if (hasEnd) level.mark = '';
      while (level && levels.includes(level)) {
        const { node, mark } = top();
        // Blocks, tags and table cells need no end mark.
        const isUnfinished = /^[^<|]/.test(mark);
        if (isUnfinished && !node.firstElementChild) {
          // Joins the text around it. A node for each mark would make a text full of brackets slow (S-36).
          pending = mark + node.textContent + pending;
          levels.pop();
          node.remove();
          continue;
        }
        flush();
        levels.pop();
        if (!isUnfinished) continue;
        // An open element is always the last child of its parent.
        node.replaceWith(mark);
        for (const child of [...node.childNodes]) top().node.append(child);
      }
    },
    lineBreak() {
      flush();
      const { name, node, mark } = top();
      if (mark[0] === '`') text('\n');
      // HTML needs no break between list items and after blocks.
      else if (!/^[ou]l | ([OU]L|LI|P)$/.test(`${name} ${node.lastChild?.nodeName}`)) {
        open('br');
        levels.pop();
      }
    },
    show: () => flush([...pending].pop()),
  };
}
