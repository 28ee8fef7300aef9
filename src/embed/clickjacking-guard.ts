/** Controls that start or end a conversation, start a phone call or save a file. */
const GUARDED =
  '.consent .primary-button, .confirm .primary-button, .end-card button, [role="menuitem"], a[href^="tel:"]';

/** Time for which a control must be visible before the browser reports it as visible: the minimum that browsers allow. */
const DELAY_MS = 100;

/** Entry of Intersection Observer v2. Some browsers do not support it. */
interface VisibilityEntry extends IntersectionObserverEntry {
  readonly isVisible?: boolean;
}

/**
 * Protects the guarded controls of a framed chat against clickjacking. A click is held back until the browser reports that
 * the control is neither covered nor transparent, and is dropped otherwise. Clicks pass in browsers without this report,
 * and keyboard input always passes, because it cannot be misdirected.
 */
export function guardAgainstClickjacking(frame: Pick<Window, 'addEventListener'>): void {
  frame.addEventListener(
    'click',
    (event) => {
      const control = event
        .composedPath()
        .find(
          (element): element is HTMLElement => element instanceof HTMLElement && element.matches(GUARDED),
        );
      if (!control?.parentElement || !event.isTrusted || event.detail === 0) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const observer = new IntersectionObserver(
        ([entry]) => {
          observer.disconnect();
          if ((entry as VisibilityEntry).isVisible !== false) control.click();
        },
        { trackVisibility: true, delay: DELAY_MS } as IntersectionObserverInit,
      );
      // The parent: the hover filter of the control itself would make it count as not visible.
      observer.observe(control.parentElement);
    },
    { capture: true },
  );
}
