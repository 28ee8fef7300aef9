import { type ReadonlySignal, signal } from '@preact/signals';

/**
 * Keeps the end of a scroller in sight for the visitor who is there, and never moves one who has scrolled up. What is
 * at the end is known from an observer, so that a chunk of text costs no layout.
 */
export interface Follow {
  readonly isAtEnd: ReadonlySignal<boolean>;
  /** Something new stands below what the visitor sees. */
  readonly hasUnseen: ReadonlySignal<boolean>;
  /** To be told when the conversation has grown. */
  grown(): void;
  toEnd(): void;
  dispose(): void;
}

/** Nearer than this to the end counts as being there. */
const NEAR_PX = 48;
/** Beyond any end: brought back to it without asking where it is. */
const FAR_PX = 1e7;

export function createFollow(scroller: HTMLElement, content: Element, end: Element): Follow {
  const isAtEnd = signal(true);
  const hasUnseen = signal(false);
  let lastTop = 0;

  function arrive(): void {
    isAtEnd.value = true;
    hasUnseen.value = false;
  }

  function pin(): void {
    scroller.scrollTop = FAR_PX;
  }

  // Runs after layout and before painting, at most once a frame, and only when a height has changed.
  const sizes = new ResizeObserver(() => {
    if (isAtEnd.peek()) pin();
  });
  sizes.observe(content);
  sizes.observe(scroller);

  const sight = new IntersectionObserver(
    (changes) => {
      if (changes.at(-1)?.isIntersecting) arrive();
    },
    { root: scroller, rootMargin: `0px 0px ${NEAR_PX}px 0px` },
  );
  sight.observe(end);

  /**
   * An upward move lets go of the end at once: the observer would tell a frame too late, after the next pin. Asked for
   * when the page has just been laid out, and not at all while the end is being followed.
   */
  function onScroll(): void {
    const top = scroller.scrollTop;
    const isUpward = top < lastTop;
    lastTop = top;
    if (!isUpward && isAtEnd.peek()) return;
    if (scroller.scrollHeight - scroller.clientHeight - top < 2) arrive();
    else if (isUpward) isAtEnd.value = false;
  }
  scroller.addEventListener('scroll', onScroll, { passive: true });

  return {
    isAtEnd,
    hasUnseen,
    grown() {
      if (!isAtEnd.peek()) hasUnseen.value = true;
    },
    toEnd() {
      arrive();
      pin();
    },
    dispose() {
      sizes.disconnect();
      sight.disconnect();
      scroller.removeEventListener('scroll', onScroll);
    },
  };
}
