import { type Builder, type Level, MAX_DEPTH, type Parser } from './builder.ts';
import { createHeading } from './heading.ts';
import { createTable } from './table.ts';

/** Maximum length of an undecided line start. Longer ones are text. */
const MAX_MARKER = 100;
/**
 * Start of a line that may still become another block: rule or item, heading, number of an item, item with its task, separator
 * row of a table, fence with its language.
 */
const UNDECIDED =
  /^(([-*_])( *\2)* *|#{1,6}|\+|\d{1,9}[.)]?|([-*+]|\d{1,9}[.)]) (\[([ xX]]?)?)?|\|[-:| ]*|`{1,2}|~{1,2}|(```|~~~).*)$/;
/** Rule or fence, heading, item with its task, table row, quotation. */
const BLOCK =
  /^((([-*_])( *\3){2,} *|(```+|~~~+)[^`~]*)(?=\n)|(#{1,6}) |([-*+]|(\d{1,9})[.)]) (\[([ xX])](?= ))?|\||(>))/;

const NO_BLOCK: readonly [string, ...(string | undefined)[]] = [''];

const columnsOf = (char: string): number => (char === '\t' ? 4 : 1);

/** Parser of Markdown blocks. Passes their content to `inline`. */
export function createBlockParser(dom: Builder, inline: Parser): Parser {
  let isLineStart = true;
  /** Number of open levels that continue in this line. */
  let depth = 1;
  /** Indentation of the line inside these levels. */
  let indent = 0;
  /** The spaces and tabs at the beginning of the line. */
  let blank = '';
  /** Start of the line, while it may still open a block. */
  let marker = '';
  /** True if a paragraph is open. It continues in every line that opens no block. */
  let isParagraphOpen = false;
  /** The fence that closes the open code block; a space if the indentation closes it; empty without a code block. */
  let fence = '';
  /** Indentation of the code block. */
  let codeIndent = 0;
  /** Pending line breaks in a code block, written when content follows. */
  let gap = 0;
  const heading = createHeading(inline);
  const table = createTable(dom, inline);

  function newLine(): void {
    isLineStart = true;
    depth = 1;
    indent = 0;
    blank = '';
    marker = '';
    gap += 1;
  }

  /** Closes the levels that do not continue. A list continues only with an item of the same kind. */
  function closeLevels(nextName?: string): void {
    const { name, indent } = dom.levels[depth - 1] as Level;
    if (indent === 0 && name !== nextName) depth -= 1;
    dom.close(dom.levels[depth]);
    isParagraphOpen = false;
  }

  function openBlock(name: string): Level {
    closeLevels();
    return dom.open(name);
  }

  function openCode(endFence: string, firstGap: number): void {
    openBlock('pre');
    dom.open('code');
    fence = endFence;
    codeIndent = indent;
    gap = firstGap;
  }

  function openItem(number: string | undefined, task: string | undefined): void {
    const name = number ? 'ol' : 'ul';
    closeLevels(name);
    if (dom.top().name !== name) {
      const list = dom.open(name, 0);
      if (number && number !== '1') dom.decorate(list, (element) => element.setAttribute('start', number));
    }
    dom.open('li', indent + 2);
    depth = dom.levels.length;
    if (!task) return;
    dom.open('span');
    dom.text(task === ' ' ? '☐ ' : '☑ ');
    dom.close(dom.top());
    isParagraphOpen = true;
    isLineStart = false;
  }

  function openText(): void {
    if (isParagraphOpen) return dom.lineBreak();
    closeLevels();
    const { indent, last } = dom.top();
    // The first text of an item needs no paragraph.
    if (!indent || last) dom.open('p');
    isParagraphOpen = true;
  }

  function repeat(chars: string): void {
    for (const char of chars) step(char);
  }

  /** True if the line belongs to the open paragraph. Only a first item interrupts a paragraph: `24. December` is text. */
  function continuesParagraph(): boolean {
    const level = dom.levels[depth];
    return isParagraphOpen && (!level || level.name === 'p' || level.mark !== '');
  }

  /** Opens the block that `marker` stands for, and parses the rest of `marker` as its content. */
  function applyMarker(): void {
    const line = marker;
    const found = (depth <= MAX_DEPTH && BLOCK.exec(line)) || NO_BLOCK;
    const [{ length }, , , rule, , ticks, signs, item, number, , task, quote] =
      Number(found[8] ?? 1) !== 1 && continuesParagraph() ? NO_BLOCK : found;
    let consumed = length;
    isLineStart = !!(item || quote);
    marker = '';
    if (rule) openBlock('hr');
    // `#` becomes h3: the panel's title is an h2.
    else if (signs) {
      openBlock(`h${Math.min(signs.length + 2, 6)}`);
      heading.begin();
    } else if (ticks) openCode(ticks, -1);
    else if (isLineStart) {
      if (item) openItem(number, task);
      else {
        openBlock('blockquote');
        depth += 1;
      }
      indent = 0;
    } else if (consumed) {
      if (dom.levels[depth]?.name !== 'div') table.open(openBlock('div'));
      consumed = table.openRow(line, depth);
    } else openText();
    repeat(line.slice(consumed));
  }

  function startLine(char: string): void {
    if (!marker && /[ \t]/.test(char)) {
      indent += columnsOf(char);
      blank += char;
      return;
    }
    marker += char === '\t' && !fence ? ' ' : char;
    // An empty line belongs to every open item.
    if (marker === '\n') indent = 1e9;
    // Stops at a level that is neither list nor item: its indent is undefined.
    while ((dom.levels[depth]?.indent as number) <= indent) {
      indent -= dom.levels[depth]?.indent as number;
      depth += 1;
    }
    const isQuoted = dom.levels[depth]?.name === 'blockquote';
    if (marker === '\n') {
      if (!fence) closeLevels();
      newLine();
      return;
    }
    if (isQuoted && marker === '>') {
      depth += 1;
      indent = 0;
      marker = '';
      return;
    }
    // A fence continues at any indentation, but not outside of its quotation.
    if (fence[1] ? isQuoted : indent < 4) fence = '';
    if (!fence && !isParagraphOpen && indent > 3) openCode(' ', 0);
    const isUndecided = fence ? /[`~ ]/.test(char) : UNDECIDED.test(marker);
    if (isUndecided && marker.length < MAX_MARKER) return;
    if (!fence) applyMarker();
    else if (char === '\n' && marker.startsWith(fence)) {
      fence = '';
      newLine();
    } else {
      // Tabs stay tabs; a part of one becomes spaces.
      let spaces = indent - codeIndent;
      let at = blank.length - 1;
      for (; at >= 0 && columnsOf(blank.charAt(at)) <= spaces; at -= 1) spaces -= columnsOf(blank.charAt(at));
      dom.text('\n'.repeat(gap).padEnd(gap + spaces) + blank.slice(at + 1));
      gap = 0;
      isLineStart = false;
      repeat(marker);
    }
  }

  function step(char: string): void {
    if (isLineStart) startLine(char);
    else if (char === '\n') {
      heading.end();
      inline(char);
      newLine();
    } else if (heading.isOpen()) heading.step(char);
    else if (fence) dom.text(char);
    else if (dom.top().name !== 'tr') inline(char);
    else table.step(char);
  }

  function plain(chars: string): boolean {
    if (isLineStart || heading.isOpen() || dom.top().name === 'tr') return false;
    if (!fence) return inline.plain(chars);
    dom.plain(chars);
    return true;
  }

  // A marker begins a line.
  return Object.assign(step, {
    plain,
    undecided: () => (marker ? `\n${marker}` : inline.undecided() + heading.undecided()),
  });
}
