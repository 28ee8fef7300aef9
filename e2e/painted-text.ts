/** A link, or another text, as a visitor sees it. */
export interface PaintedText {
  readonly href: string;
  /** Visible characters in the order in which they are painted, without direction controls. */
  readonly painted: string;
  /** Text behind a link that tells where it leads; may be empty. */
  readonly target: string;
}

/**
 * Reads the elements of `root` as they are painted: each character by the place of its rectangle, line by line from the
 * left. `textContent` would tell the order in memory. Runs in the page.
 */
export function paintedTexts(root: Element, selector: string): PaintedText[] {
  const painted = (element: Element): string => {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    const glyphs: { char: string; top: number; left: number }[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const [at, char] of (node.nodeValue ?? '').split('').entries()) {
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const box = range.getClientRects()[0];
        const isControl = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(char);
        if (box && !isControl) glyphs.push({ char, top: Math.round(box.top), left: box.left });
      }
    // Sorting is stable: characters without a width keep their order.
    glyphs.sort((a, b) => a.top - b.top || a.left - b.left);
    return glyphs.map(({ char }) => char).join('');
  };
  return [...root.querySelectorAll<HTMLElement>(selector)].map((link) => ({
    href: link instanceof HTMLAnchorElement ? link.href : '',
    painted: painted(link),
    // An inline block is a paragraph of its own: the text around it cannot turn it.
    target: getComputedStyle(link, '::after').display === 'inline-block' ? link.title : '',
  }));
}
