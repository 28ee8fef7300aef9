const ENTRY = '[data-message-id]';
const idOf = (entry: HTMLElement) => entry.dataset['messageId'];

/** Keeps the entry that is read in its place while blocks of other heights replace those around it, in every browser. */
export interface ScrollAnchor {
  /** Remembers the first visible row, or the first visible text where there is no row. Call before a change. */
  keep(): void;
  /** Scrolls until that entry is where it was. To be called after the change, before the page is painted. */
  restore(): void;
}

export function createScrollAnchor(
  scroller: HTMLElement,
  blocks: () => readonly HTMLElement[],
): ScrollAnchor {
  let anchor: { readonly id: string | undefined; readonly offset: number } | undefined;

  const entriesOf = (block: Element) => [...block.querySelectorAll<HTMLElement>(ENTRY)];

  return {
    keep() {
      if (anchor) return;
      const { top, bottom } = scroller.getBoundingClientRect();
      const isVisible = (element: Element) => {
        const box = element.getBoundingClientRect();
        return box.bottom > top && box.top < bottom;
      };
      const visible = blocks().filter(isVisible).flatMap(entriesOf).filter(isVisible);
      const entry = visible.find((it) => !it.parentElement?.classList.contains('far')) ?? visible[0];
      if (entry) anchor = { id: idOf(entry), offset: entry.getBoundingClientRect().top - top };
    },
    restore() {
      if (!anchor) return;
      const { id, offset } = anchor;
      anchor = undefined;
      const entry = blocks()
        .flatMap(entriesOf)
        .find((it) => idOf(it) === id);
      if (!entry) return;
      // Forces the layout, after which the browser's own anchoring, where there is one, has done its part.
      const moved = entry.getBoundingClientRect().top - scroller.getBoundingClientRect().top - offset;
      // A fraction of a pixel is rounding. Scrolling by it would add up.
      if (Math.abs(moved) >= 0.5) scroller.scrollTop += moved;
    },
  };
}
