import { type ReadonlySignal, signal } from '@preact/signals';
import type { Clock } from '../base/clock.ts';

/**
 * Keeps the end of a scroller in sight for the visitor who is there, and never moves one who has scrolled up. What is
 * at the end is known from an observer, so that a chunk of text costs no layout.
 */
export interface Follow {
  readonly isAtEnd: ReadonlySignal<boolean>;
  /** Something new stands below what the visitor sees. */
  readonly hasUnseen: ReadonlySignal<boolean>;
  /** To be told when something has been added to the conversation. */
  grown(): void;
  /** To be told when text has just been drawn, before the page is laid out. */
  painted(): void;
  toEnd(): void;
  dispose(): void;
}

/** Nearer than this to the end counts as being there. */
const NEAR_PX = 48;

/** While text is drawn in every frame, the observer of heights rests: it would have each frame laid out twice. */
const REST_MS = 200;

export function createFollow(scroller: HTMLElement, content: Element, end: Element, clock: Clock): Follow {
  const isAtEnd = signal(true);
  const hasUnseen = signal(false);
  let lastTop = 0;
  let restsUntil = 0;
  let wake: (() => void) | undefined;

  function arrive(): void {
    isAtEnd.value = true;
    hasUnseen.value = false;
  }

  function pin(): void {
    scroller.scrollTop = scroller.scrollHeight;
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

  function wakeLater(): void {
    wake = clock.after(restsUntil - clock.now(), () => {
      wake = undefined;
      if (clock.now() < restsUntil) wakeLater();
      else sizes.observe(content);
    });
  }

  function rest(): void {
    restsUntil = clock.now() + REST_MS;
    if (wake) return;
    sizes.unobserve(content);
    wakeLater();
  }

  function grown(): void {
    if (!isAtEnd.peek()) hasUnseen.value = true;
  }

  return {
    isAtEnd,
    hasUnseen,
    grown,
    painted() {
      grown();
      if (!isAtEnd.peek()) return;
      rest();
      // The one layout that this frame needs anyway.
      pin();
    },
    toEnd() {
      arrive();
      pin();
    },
    dispose() {
      wake?.();
      sizes.disconnect();
      sight.disconnect();
      scroller.removeEventListener('scroll', onScroll);
    },
  };
}
