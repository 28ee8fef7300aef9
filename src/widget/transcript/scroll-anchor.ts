import { scaleOf } from './scale.ts';

const ENTRY = '[data-message-id]';
const idOf = (entry: HTMLElement) => entry.dataset['messageId'];

/** Keeps the entry that is being read in place while the heights of blocks around it change, in every browser. */
export interface ScrollAnchor {
  /** Remembers the first visible row, else the first visible text. Call before a change. */
  keep(): void;
  /** Scrolls the entry back to its position. Call after the change, before the page is painted. */
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
      const entry =
        visible.find((candidate) => !candidate.parentElement?.classList.contains('far')) ?? visible[0];
      if (entry) anchor = { id: idOf(entry), offset: entry.getBoundingClientRect().top - top };
    },
    restore() {
      if (!anchor) return;
      const { id, offset } = anchor;
      anchor = undefined;
      const entry = blocks()
        .flatMap(entriesOf)
        .find((candidate) => idOf(candidate) === id);
      if (!entry) return;
      // Forces the layout. Then the browser's own scroll anchoring, if any, has been applied.
      const moved = entry.getBoundingClientRect().top - scroller.getBoundingClientRect().top - offset;
      // A fraction of a pixel is a rounding error. Scrolling by it would add up.
      if (Math.abs(moved) >= 0.5) scroller.scrollTop += moved / scaleOf(scroller);
    },
  };
}
