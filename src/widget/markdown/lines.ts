import { type Level, MAX_DEPTH, type Tree } from './tree.ts';

/** A line that may still begin anything after so many signs is text. */
const MAX_MARKER = 100;
/** Of these signs the beginning of a block is made; a fence may have a word after it. */
const UNDECIDED = /[-+*_#>|`~\d.)[\] xX:]/;
/** Rule or fence, heading, item with its task, table row, quotation. */
const BLOCK =
  /^((([-*_])( *\3){2,} *|(```+|~~~+)[^`]*)(?=\n)|(#{1,6}) |([-*+]|(\d+)[.)]) (\[([ xX])](?= ))?|\||(>))/;

/** Which blocks begin and end. Takes one sign at a time; what stands within a block goes to `inline`. */
export function createLines(tree: Tree, inline: (sign: string) => void): (sign: string) => void {
  let isStart = true;
  /** So many levels go on in this line. */
  let at = 1;
  /** How far the line is indented within them. */
  let indent = 0;
  /** The beginning of the line, for as long as it may begin a block. */
  let marker = '';
  /** Whether a paragraph is open, which goes on in any line that begins nothing. */
  let isOpen = false;
  /** What ends the code block that is open; a space when its indentation does, nothing when none is open. */
  let fence = '';
  /** How far the code block itself is indented. */
  let base = 0;
  /** Lines within a code block, or spaces before a table cell, that show when something follows. */
  let gap = 0;
  let cell = '';

  function newLine(): void {
    isStart = true;
    at = 1;
    indent = 0;
    marker = '';
    gap += 1;
  }

  /** Ends what does not go on; a list goes on with an item of its own kind only. */
  function end(next?: string): void {
    const { name, indent } = tree.levels[at - 1] as Level;
    if (indent === 0 && name !== next) at -= 1;
    tree.close(tree.levels[at]);
    isOpen = false;
  }

  function begin(name: string): Element {
    end();
    return tree.open(name);
  }

  function beginCode(by: string, lines: number): void {
    begin('pre');
    tree.open('code');
    fence = by;
    base = indent;
    gap = lines;
  }

  function beginItem(number: string | undefined, task: string | undefined): void {
    const name = number ? 'ol' : 'ul';
    end(name);
    if (tree.top().name !== name) {
      const list = tree.open(name, 0);
      if (number && number !== '1') list.setAttribute('start', number);
    }
    tree.open('li', indent + 2);
    at = tree.levels.length;
    if (!task) return;
    tree.open('span');
    tree.text(task === ' ' ? '☐ ' : '☑ ');
    tree.close(tree.top());
    isOpen = true;
    isStart = false;
  }

  /** Returns how many signs of the line it has taken: all, when they only part the head from the rest. */
  function beginRow(line: string): number {
    if (tree.levels[at]?.name !== 'div') {
      begin('div').className = 'table';
      tree.open('table');
    }
    const groups = tree.levels[at + 1]?.node.childElementCount as number;
    if (groups === 1 && /^[-:| ]+\n/.test(line)) return line.length - 1;
    tree.close(tree.levels[at + (groups > 1 ? 3 : 2)]);
    if (groups < 2) tree.open(groups ? 'tbody' : 'thead');
    tree.open('tr');
    cell = groups ? 'td' : 'th';
    gap = 0;
    return 1;
  }

  function beginText(): void {
    if (isOpen) return tree.lineBreak();
    end();
    const { indent, node } = tree.top();
    // The first words of an item need no paragraph.
    if (!indent || node.firstChild) tree.open('p');
    isOpen = true;
  }

  function again(signs: string): void {
    for (const sign of signs) step(sign);
  }

  function decide(): void {
    const line = marker;
    const [{ length }, , , rule, , ticks, heading, item, number, , task, quote] = (at <= MAX_DEPTH &&
      BLOCK.exec(line)) || [''];
    let taken = length;
    isStart = !!(item || quote);
    marker = '';
    if (rule) begin('hr');
    // Below the panel's own heading.
    else if (heading) begin(`h${'0334566'[heading.length]}`);
    else if (ticks) beginCode(ticks, -1);
    else if (isStart) {
      if (item) beginItem(number, task);
      else {
        begin('blockquote');
        at += 1;
      }
      indent = 0;
    } else if (taken) taken = beginRow(line);
    else beginText();
    again(line.slice(taken));
  }

  function startLine(sign: string): void {
    if (!marker && /[ \t]/.test(sign)) {
      indent += sign === ' ' ? 1 : 4;
      return;
    }
    marker += sign;
    // An empty line is within any item.
    if (marker === '\n') indent = 1e9;
    // What is neither list nor item is out of reach: its indent is undefined.
    while ((tree.levels[at]?.indent as number) <= indent) {
      indent -= tree.levels[at]?.indent as number;
      at += 1;
    }
    const isQuoted = tree.levels[at]?.name === 'blockquote';
    if (marker === '\n') {
      if (!fence) end();
      newLine();
      return;
    }
    if (isQuoted && marker === '>') {
      at += 1;
      indent = 0;
      marker = '';
      return;
    }
    // A fence holds whatever the indentation, but not outside of its quotation.
    if (fence[1] ? isQuoted : indent < 4) fence = '';
    if (!fence && !isOpen && indent > 3) beginCode(' ', 0);
    const isUndecided = fence
      ? /[`~ ]/.test(sign)
      : UNDECIDED.test(sign) || (sign !== '\n' && /^(```|~~~)/.test(marker));
    if (isUndecided && marker.length < MAX_MARKER) return;
    if (!fence) decide();
    else if (sign === '\n' && marker.startsWith(fence)) {
      fence = '';
      newLine();
    } else {
      tree.text('\n'.repeat(gap).padEnd(gap + indent - base));
      gap = 0;
      isStart = false;
      again(marker);
    }
  }

  function step(sign: string): void {
    if (isStart) startLine(sign);
    else if (sign === '\n') {
      inline(sign);
      newLine();
    } else if (fence) tree.text(sign);
    else if (tree.top().name !== 'tr') inline(sign);
    else if (sign === ' ') gap += 1;
    else {
      tree.open(cell, undefined, '|');
      tree.text(' '.repeat(gap));
      gap = 0;
      inline(sign);
    }
  }

  return step;
}
