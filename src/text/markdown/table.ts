import type { Builder, Level, Parser } from './builder.ts';

/** Builds the rows and cells of tables. */
export function createTable(dom: Builder, inline: Parser) {
  /** Marks below the head of the open table, by column: `:-:` is centred, `--:` is on the right. */
  let marks: readonly string[] = [];
  let cellName = '';
  /** Pending spaces before a cell. */
  let spaces = 0;

  function align(cell: HTMLElement, at: number): void {
    const mark = marks[at]?.trim();
    if (mark?.endsWith(':')) cell.style.textAlign = mark[0] === ':' ? 'center' : 'right';
  }

  return {
    /** Opens a table in a block. */
    open(block: Level): void {
      dom.decorate(block, (element) => {
        element.className = 'table';
      });
      marks = [];
      dom.open('table');
    },
    /** Opens a row. Returns the number of characters consumed: the whole line if it separates the head from the body. */
    openRow(line: string, depth: number): number {
      const table = dom.levels[depth + 1] as Level;
      const groups = table.children;
      if (groups === 1 && /^[-:| ]+\n/.test(line)) {
        marks = line.slice(1).split('|');
        dom.decorate(table, (element) => element.querySelectorAll('th').forEach(align));
        return line.length - 1;
      }
      dom.close(dom.levels[depth + (groups > 1 ? 3 : 2)]);
      if (groups < 2) dom.open(groups ? 'tbody' : 'thead');
      dom.open('tr');
      cellName = groups ? 'td' : 'th';
      spaces = 0;
      return 1;
    },
    /** Parses a character of an open row. */
    step(char: string): void {
      if (char === ' ') {
        spaces += 1;
        return;
      }
      const at = dom.top().children;
      dom.decorate(dom.open(cellName, undefined, '|'), (cell) => align(cell, at));
      dom.text(' '.repeat(spaces));
      spaces = 0;
      inline(char);
    },
  };
}
