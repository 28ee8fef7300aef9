import { type ReadonlySignal, signal } from '@preact/signals';
import type { Clock } from '../../base/clock.ts';

/**
 * Keeps the end of a scroller visible for a visitor who is at the end, and never moves one who has scrolled up. Stops at the
 * beginning of an answer that is higher than the visible part, so that it can be read from there. Observers report the position:
 * a chunk of text costs no extra layout.
 */
export interface AutoScroll {
  readonly isAtEnd: ReadonlySignal<boolean>;
  /** Number of new messages below the visible part; 0: only the current one continues below. null: the end is visible. */
  readonly unseen: ReadonlySignal<number | null>;
  /** Call after entries were added, with the id of the newest one and the number of new messages of others. */
  entriesAdded(newest: string, messages: number): void;
  /** Call after text was drawn, before the layout. */
  textPainted(): void;
  /** Call once there are entries: shows the end, or the beginning of a last entry that does not fit. */
  showLast(): void;
  /** Call when an overlay at the scroller's top appears or disappears. `scroll-padding-top` makes room for it. */
  coverChanged(): void;
  scrollToEnd(): void;
  dispose(): void;
}

/** The greeting and the starters of the site. */
const WELCOME = ':is(.welcome, .starters)';

/** Maximum distance from the end that counts as the end. */
const NEAR_PX = 8;

/** Height of the line with author and time. A finished answer that is higher by no more may lose that line, but no word. */
const META_PX = 28;

/** Time after a key, a wheel event, a touch or a focus change in which a scroll counts as the visitor's. */
const INTENT_MS = 1000;

export function createAutoScroll(
  scroller: HTMLElement,
  content: Element,
  end: Element,
  clock: Clock,
): AutoScroll {
  const isAtEnd = signal(true);
  const unseen = signal<number | null>(null);
  const blocks = content.getElementsByClassName('block');
  let lastTop = 0;
  /** Largest possible `scrollTop` when it was last read. */
  let lastMaxTop = 0;
  /** Height of the overlay at the scroller's top. */
  let coveredPx = 0;
  let intentUntil = 0;
  /** True if the intent can only be to scroll. A press or the focus in the content may also be for a button. */
  let isToScroll = false;
  let isPointerDown = false;
  /** Id of the newest entry. A message that is being sent, or was confirmed late, may be below it. */
  let newest: string | undefined;
  /**
   * True if the visitor has scrolled past the beginning of the last entry and follows its end. Stored, not measured: rows above that
   * are laid out late move the beginning as well.
   */
  let isPast = false;
  /** True once the visible rows are laid out. Until then the heights of new ones are estimates (`content-visibility`). */
  let isLaidOut = false;

  function markAtEnd(hasGonePast: boolean): void {
    if (!isAtEnd.peek()) isPast = hasGonePast;
    isAtEnd.value = true;
    unseen.value = null;
  }

  const maxTop = () => scroller.scrollHeight - scroller.clientHeight;

  function scrollTo(top: number): void {
    scroller.scrollTop = top;
    lastTop = scroller.scrollTop;
  }

  const idOf = (entry: Element) => entry.getAttribute('data-message-id');
  const isOwn = (entry: Element) => entry.getAttribute('data-author') === 'user';

  /** The entry that is being read: the newest one if only the visitor's own messages are below it, else the last one. */
  function lastEntry(): Element | null | undefined {
    let at = blocks.length - 1;
    const last = blocks[at]?.lastElementChild;
    let entry = last;
    while (entry && isOwn(entry) && idOf(entry) !== newest)
      entry = entry.previousElementSibling ?? blocks[--at]?.lastElementChild;
    return entry && idOf(entry) === newest ? entry : last;
  }

  const isGrowing = () => lastEntry()?.hasAttribute('data-streaming');

  /** `scrollTop` at which the last entry begins at the top. For the visitor's own entry: the end. */
  function beginningOfLast(): number {
    const last = lastEntry();
    if (!last || isOwn(last)) return lastMaxTop;
    const { top, width } = scroller.getBoundingClientRect();
    // What is drawn may be zoomed by the page.
    const belowTop = (last.getBoundingClientRect().top - top) * (scroller.offsetWidth / width || 1);
    // Rounded down: scroll positions are whole pixels, and the line with the author must stay whole.
    return Math.floor(scroller.scrollTop + belowTop - coveredPx);
  }

  const isBelowBeginning = () => scroller.scrollTop > beginningOfLast() + META_PX;

  /** A card over the top leaves room to scroll below content that fits. */
  const hasShownEnd = () =>
    end.getBoundingClientRect().top < scroller.getBoundingClientRect().bottom + NEAR_PX;

  /** Scrolls to the end, but not past the beginning of the last entry, unless the visitor is past it already. */
  function follow(): void {
    lastMaxTop = maxTop();
    const beginning = beginningOfLast();
    // Nothing scrolls before the visitor's first message: the site's greeting stays visible.
    const isWelcome = content.querySelector(WELCOME) !== null;
    const isAlmostWhole = lastMaxTop - beginning <= META_PX && !isGrowing();
    const followed = isPast || isAlmostWhole ? lastMaxTop : Math.min(lastMaxTop, beginning);
    const top = isWelcome && !isPast ? 0 : followed;
    scrollTo(top);
    if (lastMaxTop - top < NEAR_PX || !isLaidOut || hasShownEnd()) return;
    isAtEnd.value = false;
    unseen.value ??= 0;
  }

  // Runs after layout and before painting, at most once per frame, and only if a height has changed.
  const resizeObserver = new ResizeObserver(() => {
    if (isAtEnd.peek()) follow();
    if (isLaidOut) return;
    isLaidOut = true;
    if (isAtEnd.peek()) follow();
  });
  resizeObserver.observe(content);
  resizeObserver.observe(scroller);

  const endObserver = new IntersectionObserver(
    (changes) => {
      if (changes.at(-1)?.isIntersecting) markAtEnd(isBelowBeginning());
    },
    { root: scroller, rootMargin: `0px 0px ${NEAR_PX}px 0px` },
  );
  endObserver.observe(end);

  /**
   * Stops following as soon as the visitor scrolls up. The observer would report it one frame too late, after the next
   * scroll to the end. After a content change the browser may scroll by itself, to keep `scrollTop` within content that was
   * smaller for a moment. Reads the layout only where it is up to date and the end is not being followed.
   */
  function onScroll(): void {
    const before = lastTop;
    const top = scroller.scrollTop;
    const isUpward = top < before;
    lastTop = top;
    if (!isUpward && isAtEnd.peek()) return;
    const max = maxTop();
    const isIntended = isPointerDown || clock.now() < intentUntil;
    // Content that now ends above the previous position has caused the scroll, if the visitor has only pressed a button in it.
    const isVisitors = max === lastMaxTop || (isIntended && (isToScroll || max >= before));
    lastMaxTop = max;
    if (max - top < 2) markAtEnd(isBelowBeginning());
    else if (isUpward && isVisitors) isAtEnd.value = false;
    else if (isUpward && isAtEnd.peek()) follow();
  }

  function onIntent({ type, target }: Event): void {
    intentUntil = clock.now() + INTENT_MS;
    isToScroll = target === scroller || !/^(focus|pointer)/.test(type);
  }

  /** A pointer is down on the scroll bar, or selects text beyond the edge. */
  function onHold(event: Event): void {
    const begins = event.type === 'pointerdown';
    // A press that began elsewhere, such as on the send button, does not concern the transcript.
    if (!begins && !isPointerDown) return;
    isPointerDown = begins;
    onIntent(event);
  }

  const listeners = new AbortController();
  const passively = { passive: true, signal: listeners.signal };
  scroller.addEventListener('scroll', onScroll, passively);
  for (const type of ['wheel', 'touchmove', 'keydown', 'focusin'])
    scroller.addEventListener(type, onIntent, passively);
  scroller.addEventListener('pointerdown', onHold, passively);
  for (const type of ['pointerup', 'pointercancel']) addEventListener(type, onHold, passively);

  function addUnseen(messages: number): void {
    if (!isAtEnd.peek()) unseen.value = (unseen.peek() ?? 0) + messages;
  }

  return {
    isAtEnd,
    unseen,
    entriesAdded(id, messages) {
      newest = id;
      isPast = false;
      addUnseen(messages);
    },
    textPainted() {
      addUnseen(0);
      if (!isAtEnd.peek()) return;
      // Forces the one layout that this frame needs anyway.
      follow();
    },
    showLast: follow,
    coverChanged() {
      const before = coveredPx;
      coveredPx = Number.parseFloat(getComputedStyle(scroller).scrollPaddingTop) || 0;
      if (isAtEnd.peek()) follow();
      else scrollTo(scroller.scrollTop + coveredPx - before);
    },
    scrollToEnd() {
      newest = undefined;
      markAtEnd(true);
      isPast = true;
      lastMaxTop = maxTop();
      scrollTo(lastMaxTop);
    },
    dispose() {
      resizeObserver.disconnect();
      endObserver.disconnect();
      listeners.abort();
    },
  };
}
