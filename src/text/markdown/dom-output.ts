import type { Output } from './builder.ts';

/** Creates the node for an image from the source text of its URL (any text) and its description. */
export type CreateImage = (source: string, alt: string) => Node;

/** Maximum size of a text node, so that appending stays cheap in a long code block. */
const MAX_TEXT_NODE = 512;

/** Output in the page. Creates all elements and text nodes of the renderer (S-23). */
export const createDomOutput = (root: Element, createImage: CreateImage): Output<Element> => ({
  root,
  open(parent, name) {
    const node = parent.appendChild(document.createElement(name));
    // A scrollable element must be reachable by keyboard.
    if (/^(pre|div)$/.test(name)) node.tabIndex = 0;
    return node;
  },
  write(node, chars) {
    const last = node.lastChild;
    if (last instanceof Text && last.length < MAX_TEXT_NODE) last.appendData(chars);
    else node.append(chars);
  },
  close() {},
  textOf: (node) => node.textContent,
  rewrite(node, text) {
    node.textContent = text;
  },
  remove: (node) => node.remove(),
  unwrap(node, mark) {
    const parent = node.parentNode as Element;
    node.replaceWith(mark);
    parent.append(...node.childNodes);
  },
  image: (node, source) => node.replaceWith(createImage(source, node.textContent)),
  decorate: (node, change) => change(node as HTMLElement),
});
