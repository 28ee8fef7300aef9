/** The number of unread messages at the beginning of the page's title. */
export interface TitleCount {
  /** Shows a number; an empty text restores the title. A title that the page sets in the meantime gets the number, too. */
  show(count: string): void;
}

export function createTitleCount(): TitleCount {
  let element: Element | null = null;
  /** The page's own title, and the title with the number. */
  let own = '';
  let shown = '';
  let count = '';
  const observer = new MutationObserver(update);

  function update(): void {
    // Not `document.title`: an element with that name would shadow it (S-31). Frameworks replace the element.
    const present = document.querySelector('head > title');
    const text = present?.textContent ?? '';
    if (present !== element) own = text;
    // The page may have added text before or after the title with the number.
    else if (text !== shown) own = shown && text.includes(shown) ? text.replace(shown, () => own) : text;
    element = present;
    shown = count && `(${count}) ${own}`;
    const wanted = shown || own;
    if (present && text !== wanted) present.textContent = wanted;
  }

  return {
    show(next) {
      if (next === count) return;
      count = next;
      update();
      observer.disconnect();
      const head = document.querySelector('head');
      if (count && head) observer.observe(head, { childList: true, characterData: true, subtree: true });
      else element = null;
    },
  };
}
