import { signal } from '@preact/signals';
import type { Clock } from '../../base/clock.ts';
import type { AutoScroll } from '../parts.ts';

/** Maximum distance from the end that counts as the end. */
const NEAR_PX = 48;

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
  let pausedUntil = 0;
  let cancelResume: (() => void) | undefined;

  function markAtEnd(): void {
    isAtEnd.value = true;
    hasUnseen.value = false;
  }

  function scrollDown(): void {
    scroller.scrollTop = scroller.scrollHeight;
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
   * scroll to the end. Reads the layout only where it is up to date and the end is not being followed.
   */
  function onScroll(): void {
    const top = scroller.scrollTop;
    const isUpward = top < lastTop;
    lastTop = top;
    if (!isUpward && isAtEnd.peek()) return;
    if (scroller.scrollHeight - scroller.clientHeight - top < 2) markAtEnd();
    else if (isUpward) isAtEnd.value = false;
  }
  scroller.addEventListener('scroll', onScroll, { passive: true });

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
      scroller.removeEventListener('scroll', onScroll);
    },
  };
}
