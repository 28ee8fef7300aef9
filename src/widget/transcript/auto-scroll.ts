import { type ReadonlySignal, signal } from '@preact/signals';
import type { Clock } from '../../base/clock.ts';

/**
 * Keeps the end of a scroller visible for a visitor who is at the end, and never moves one who has scrolled up. Observers
 * report the position, so a chunk of text costs no extra layout.
 */
export interface AutoScroll {
  readonly isAtEnd: ReadonlySignal<boolean>;
  /** Whether new content is below the visible part. */
  readonly hasUnseen: ReadonlySignal<boolean>;
  /** To be called after an entry was added. */
  entryAdded(): void;
  /** To be called after text was drawn, before the page is laid out. */
  textPainted(): void;
  scrollToEnd(): void;
  dispose(): void;
}

/** Maximum distance from the end that counts as the end. */
const NEAR_PX = 48;

/** Time after a key, a turn of the wheel, a touch or a moved focus in which a scroll is the visitor's. */
const INTENT_MS = 1000;

/** Pause of the resize observer after text was drawn. Without it each frame of streaming text would be laid out twice. */
const OBSERVER_PAUSE_MS = 200;

export function createAutoScroll(
  scroller: HTMLElement,
  content: Element,
  end: Element,
  clock: Clock,
): AutoScroll {
  const isAtEnd = signal(true);
  const hasUnseen = signal(false);
  let lastTop = 0;
  /** Largest possible `scrollTop` when it was last read. */
  let lastMaxTop = 0;
  let intentUntil = 0;
  let isHeld = false;
  let pausedUntil = 0;
  let cancelResume: (() => void) | undefined;

  function markAtEnd(): void {
    isAtEnd.value = true;
    hasUnseen.value = false;
  }

  const maxTop = () => scroller.scrollHeight - scroller.clientHeight;

  function scrollDown(): void {
    lastMaxTop = maxTop();
    scroller.scrollTop = lastMaxTop;
    lastTop = scroller.scrollTop;
  }

  // Runs after layout and before painting, at most once per frame, and only if a height has changed.
  const resizeObserver = new ResizeObserver(() => {
    if (isAtEnd.peek()) scrollDown();
  });
  resizeObserver.observe(content);
  resizeObserver.observe(scroller);

  const endObserver = new IntersectionObserver(
    (changes) => {
      if (changes.at(-1)?.isIntersecting) markAtEnd();
    },
    { root: scroller, rootMargin: `0px 0px ${NEAR_PX}px 0px` },
  );
  endObserver.observe(end);

  /**
   * Stops following as soon as the visitor scrolls up. The observer would report it one frame too late, after the next
   * scroll to the end. A scroll without the visitor's doing, after the content has changed, is the browser's: it keeps
   * `scrollTop` within content that was smaller for a moment. Reads the layout only where it is up to date and the end is
   * not being followed.
   */
  function onScroll(): void {
    const top = scroller.scrollTop;
    const isUpward = top < lastTop;
    lastTop = top;
    if (!isUpward && isAtEnd.peek()) return;
    const max = maxTop();
    const isVisitors = isHeld || clock.now() < intentUntil || max === lastMaxTop;
    lastMaxTop = max;
    if (max - top < 2) markAtEnd();
    else if (isUpward && isVisitors) isAtEnd.value = false;
    else if (isUpward && isAtEnd.peek()) scrollDown();
  }

  function onIntent(): void {
    intentUntil = clock.now() + INTENT_MS;
  }

  /** A pointer is down on the scroll bar, or selects text beyond the edge. */
  function onHold({ type }: Event): void {
    isHeld = type === 'pointerdown';
    onIntent();
  }

  const listeners = new AbortController();
  const passively = { passive: true, signal: listeners.signal };
  scroller.addEventListener('scroll', onScroll, passively);
  for (const type of ['wheel', 'touchmove', 'keydown', 'focusin'])
    scroller.addEventListener(type, onIntent, passively);
  scroller.addEventListener('pointerdown', onHold, passively);
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, onHold, passively);

  function resumeLater(): void {
    cancelResume = clock.after(pausedUntil - clock.now(), () => {
      cancelResume = undefined;
      if (clock.now() < pausedUntil) resumeLater();
      else resizeObserver.observe(content);
    });
  }

  function pauseObserver(): void {
    pausedUntil = clock.now() + OBSERVER_PAUSE_MS;
    if (cancelResume) return;
    resizeObserver.unobserve(content);
    resumeLater();
  }

  function entryAdded(): void {
    if (!isAtEnd.peek()) hasUnseen.value = true;
  }

  return {
    isAtEnd,
    hasUnseen,
    entryAdded,
    textPainted() {
      entryAdded();
      if (!isAtEnd.peek()) return;
      pauseObserver();
      // Forces the one layout that this frame needs anyway.
      scrollDown();
    },
    scrollToEnd() {
      markAtEnd();
      scrollDown();
    },
    dispose() {
      cancelResume?.();
      resizeObserver.disconnect();
      endObserver.disconnect();
      listeners.abort();
    },
  };
}
