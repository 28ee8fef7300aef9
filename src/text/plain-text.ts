import { renderMarkdown } from './render-markdown.ts';

/** Enough for two lines in any script. */
const MAX_CHARACTERS = 400;
const NO_IMAGES = { hosts: [], showLabel: '' };

/** Beginning of a Markdown text as one line without marks. An image is its description; nothing is loaded. */
export function plainText(markdown: string): string {
  const root = document.createElement('div');
  renderMarkdown(root, markdown.slice(0, MAX_CHARACTERS), NO_IMAGES);
  for (const block of root.querySelectorAll('p,li,pre,br,hr,td,th,h1,h2,h3,h4,h5,h6')) block.after(' ');
  return root.textContent.replace(/\s+/g, ' ').trim();
}
