import { createMarkdown } from '../../../src/widget/markdown.ts';

export const REL = 'target="_blank" rel="noopener noreferrer nofollow"';

const IMAGES = { hosts: ['img.example'], showLabel: 'Show image from {host}' };

/** An empty message, to be written into. */
export function begin() {
  const root = document.createElement('div');
  return { root, ...createMarkdown(root, IMAGES) };
}

/** Writes the pieces one after the other, and calls `seen` with the root after each. */
export function renderPieces(pieces: readonly string[], seen?: (root: HTMLElement) => void): HTMLElement {
  const { root, write, end } = begin();
  for (const piece of pieces) {
    write(piece);
    seen?.(root);
  }
  end();
  return root;
}

/** Renders `text`, cut into pieces of `size` characters; 0: in one piece. */
export function render(text: string, size = 0): HTMLElement {
  const step = size || text.length || 1;
  const pieces = Array.from({ length: Math.ceil(text.length / step) }, (_, at) =>
    text.slice(at * step, (at + 1) * step),
  );
  const root = renderPieces(pieces);
  root.normalize();
  return root;
}

/** As markup, without what every scrolling element has to be reached by keyboard. */
export const markupOf = (root: Element): string => root.innerHTML.replaceAll(' tabindex="0"', '');

export const html = (text: string, size = 0) => markupOf(render(text, size));

/** What the text looks like before its end: nothing is decided by `end`. */
export function streaming(text: string): string {
  const { root, write } = begin();
  write(text);
  root.normalize();
  return markupOf(root);
}
