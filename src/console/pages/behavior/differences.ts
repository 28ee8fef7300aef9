import { diffWordsWithSpace, structuredPatch } from 'diff';

/** A part of a line. */
export interface Part {
  readonly text: string;
  readonly isChanged: boolean;
}

export interface Line {
  readonly kind: 'same' | 'added' | 'removed';
  readonly parts: readonly Part[];
}

/** Lines that have changed, with two lines before and after them. */
export interface Hunk {
  /** From 1, in the new text. */
  readonly line: number;
  readonly lines: readonly Line[];
}

/** More changed lines than this take long to find, and nobody reads them. */
const MAX_CHANGES = 1_000;
const CONTEXT_LINES = 2;

const KINDS: Readonly<Record<string, Line['kind']>> = { ' ': 'same', '+': 'added', '-': 'removed' };

/** The words of a line that was changed to another. */
function changedWords(before: string, after: string): readonly [removed: Part[], added: Part[]] {
  const words = diffWordsWithSpace(before, after);
  const of = (isLeftOut: 'added' | 'removed') =>
    words
      .filter((word) => !word[isLeftOut])
      .map(({ value, added, removed }) => ({ text: value, isChanged: added || removed }));
  return [of('added'), of('removed')];
}

/** Marks the words of lines that were replaced by as many others. */
function withWords(lines: readonly Line[]): readonly Line[] {
  const marked = [...lines];
  const runFrom = (start: number, kind: Line['kind']) => {
    let end = start;
    while (lines[end]?.kind === kind) end++;
    return end - start;
  };
  for (let at = 0; at < lines.length; at++) {
    const removed = runFrom(at, 'removed');
    const added = removed > 0 ? runFrom(at + removed, 'added') : 0;
    for (let nth = 0; removed === added && nth < removed; nth++) {
      const [before, after] = [lines[at + nth], lines[at + removed + nth]].map(
        (line) => line?.parts[0]?.text ?? '',
      );
      const [was, is] = changedWords(before ?? '', after ?? '');
      marked[at + nth] = { kind: 'removed', parts: was };
      marked[at + removed + nth] = { kind: 'added', parts: is };
    }
    at += Math.max(0, removed + added - 1);
  }
  return marked;
}

/** The changes from one text to another; undefined if nearly everything has changed. */
export function differences(before: string, after: string): readonly Hunk[] | undefined {
  // Each line gets an end: the last one would else count as changed where another follows it.
  const patch = structuredPatch('', '', `${before}\n`, `${after}\n`, '', '', {
    context: CONTEXT_LINES,
    maxEditLength: MAX_CHANGES,
  });
  return patch?.hunks.map(({ newStart, lines }) => ({
    line: newStart,
    lines: withWords(
      lines.flatMap((line): Line[] => {
        const kind = KINDS[line.charAt(0)];
        return kind ? [{ kind, parts: [{ text: line.slice(1), isChanged: false }] }] : [];
      }),
    ),
  }));
}

/** The number of lines that were added and removed. */
export function countOf(hunks: readonly Hunk[]): { readonly added: number; readonly removed: number } {
  const count = (kind: Line['kind']) =>
    hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line.kind === kind).length, 0);
  return { added: count('added'), removed: count('removed') };
}
