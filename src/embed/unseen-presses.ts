/** What starts a conversation, ends one, makes a call or leaves a file: not to be pressed by who does not see it. */
const GRAVE = '.consent .primary, [role="menuitem"], a[href^="tel:"]';

/** So long a thing has to be in sight before the browser says that it is: the shortest time that it takes. */
const DELAY_MS = 100;

/** Of the second version, which only some browsers have. */
interface VisibilityEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

/**
 * A page that is allowed to frame the chat may still be made to show something else over it. A press on something grave is
 * held until the browser has said that nothing covers it, and nobody has made it transparent; otherwise it comes to nothing.
 * Where browsers cannot say, it passes; so does the keyboard, which nobody can misplace.
 */
export function refuseUnseenPresses(frame: Pick<Window, 'addEventListener'>): void {
  frame.addEventListener(
    'click',
    (event) => {
      const pressed = event
        .composedPath()
        .find((it): it is HTMLElement => it instanceof HTMLElement && it.matches(GRAVE));
      if (!pressed?.parentElement || !event.isTrusted || event.detail === 0) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const observer = new IntersectionObserver(
        ([entry]) => {
          observer.disconnect();
          if ((entry as VisibilityEntry).isVisible !== false) pressed.click();
        },
        { trackVisibility: true, delay: DELAY_MS } as IntersectionObserverInit,
      );
      // What is under the pointer is drawn through a filter of our own, by which it would not count as seen.
      observer.observe(pressed.parentElement);
    },
    { capture: true },
  );
}
