/** Elements whose changes a screen reader announces by itself. */
const LIVE_REGION = '[role="status"], [role="alert"], [role="log"], [aria-live]';

/** Words of an element with blanks between its parts. */
function wordsOf(element: Element): string {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const words: string[] = [];
  while (texts.nextNode()) words.push(texts.currentNode.nodeValue ?? '');
  return words.join(' ');
}

/**
 * Records each text that a live region below `root` announces, in order. A region that comes with its text announces nothing,
 * because screen readers miss it. The virtual screen reader would repeat the text at each change of an attribute.
 */
export function recordAnnouncements(root: Element): readonly string[] {
  const announcements: string[] = [];
  const last = new WeakMap<Element, string>();
  new MutationObserver((changes) => {
    const elements = changes.map(({ target }) => (target instanceof Element ? target : target.parentElement));
    for (const region of new Set(elements.map((element) => element?.closest(LIVE_REGION)))) {
      if (!region || region.getAttribute('aria-live') === 'off') continue;
      const words = wordsOf(region);
      if (words === (last.get(region) ?? '')) continue;
      last.set(region, words);
      const text = words.replace(/\s+/g, ' ').trim();
      if (text) announcements.push(text);
    }
  }).observe(root, { childList: true, characterData: true, subtree: true });
  return announcements;
}
