/**
 * Runs in the page. Scrolls an element into view and tells whether the pointer can reach it: not while it moves, and not where
 * another element covers its centre.
 */
export async function reachOf(element: Element): Promise<'covered' | 'moving' | 'reachable'> {
  element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  const nextFrame = () => new Promise(requestAnimationFrame);
  await nextFrame();
  const before = element.getBoundingClientRect();
  await nextFrame();
  const { x, y, width, height } = element.getBoundingClientRect();
  if (x !== before.x || y !== before.y) return 'moving';
  const topOf = (root: DocumentOrShadowRoot): Element | null => {
    const top = root.elementFromPoint(x + width / 2, y + height / 2);
    return top?.shadowRoot && top !== element ? topOf(top.shadowRoot) : top;
  };
  return element.contains(topOf(document)) ? 'reachable' : 'covered';
}
