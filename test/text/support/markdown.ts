import { createMarkdown } from '../../../src/text/markdown.ts';
import { remoteImage } from '../../../src/text/remote-image.ts';

export const REL = 'target="_blank" rel="noopener noreferrer nofollow" dir="auto"';

const IMAGES = { hosts: ['img.example'], showLabel: 'Show image from {host}' };

/** A renderer with an empty root element. */
export function begin() {
  const root = document.createElement('div');
  return { root, ...createMarkdown(root, (source, alt) => remoteImage(source, alt, IMAGES)) };
}

/** Writes the pieces in order and calls `afterPiece` with the root after each. */
export function renderPieces(
  pieces: readonly string[],
  afterPiece?: (root: HTMLElement) => void,
): HTMLElement {
  const { root, write, end } = begin();
  for (const piece of pieces) {
    write(piece);
    afterPiece?.(root);
  }
  end();
  return root;
}

/** Renders `text` in pieces of `size` characters, or in one piece if `size` is 0. */
export function render(text: string, size = 0): HTMLElement {
  const step = size || text.length || 1;
  const pieces = Array.from({ length: Math.ceil(text.length / step) }, (_, at) =>
    text.slice(at * step, (at + 1) * step),
  );
  const root = renderPieces(pieces);
  root.normalize();
  return root;
}

/** The HTML without the `tabindex` of scrollable elements. */
export const htmlOf = (root: Element): string => root.innerHTML.replaceAll(' tabindex="0"', '');

export const html = (text: string, size = 0) => htmlOf(render(text, size));

/** The HTML of an unfinished text: `end` is not called. */
export function streaming(text: string): string {
  const { root, write } = begin();
  write(text);
  root.normalize();
  return htmlOf(root);
}
