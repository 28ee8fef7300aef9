import type { Output } from './builder.ts';

/** Place of an element in the pieces of the text. */
interface Place {
  readonly name: string;
  /** Number of the pieces before it. */
  readonly at: number;
}

const INLINE = /^(a|b|i|em|strong|s|code|span)$/;
const CELL = /^t[dh]$/;

/** Output as plain text: a line for each block, a space between cells. An image is its description. */
export function createTextOutput() {
  const pieces: string[] = [];
  /** Separator before the next text. */
  let gap = '';
  let taken = 0;

  function separate(): void {
    if (gap && pieces.length > 0) pieces.push(gap);
    gap = '';
  }

  /** Separates what is before a block or a cell, or behind it. */
  function border(name: string): void {
    if (!CELL.test(name)) gap = '\n';
    else if (!gap) gap = ' ';
  }

  const output: Output<Place> = {
    root: { name: '', at: 0 },
    open(_, name) {
      if (INLINE.test(name)) separate();
      else border(name);
      return { name, at: pieces.length };
    },
    write(_, chars) {
      separate();
      pieces.push(chars);
    },
    close({ name }) {
      if (!INLINE.test(name)) border(name);
    },
    textOf: ({ at }) => pieces.slice(at).join(''),
    rewrite({ at }, text) {
      pieces.length = at;
      pieces.push(text);
    },
    remove({ at }) {
      pieces.length = at;
    },
    unwrap({ at }, mark) {
      pieces.splice(at, 0, mark);
    },
    image() {},
    decorate() {},
  };

  return {
    ...output,
    /** The text that has not been taken yet, up to `end`, an element whose mark may still become text. */
    take(end?: Place): string {
      const from = taken;
      taken = end?.at ?? pieces.length;
      return pieces.slice(from, taken).join('');
    },
  };
}
