import { isComposing } from '../base/is-composing.ts';

/** Events that the chat handles itself, so that only the page's listeners in the capture phase run before. */
const HANDLED = ['keydown', 'input', 'wheel', 'touchmove'];
const UNHANDLED = ['keypress', 'keyup', 'beforeinput', 'copy', 'cut', 'paste', 'contextmenu'];
const FOCUS = ['focusin', 'focusout'];

/** An Escape that the chat does not handle passes to the page: it may close the element around the chat. */
const isForPage = (event: Event): boolean =>
  (event as KeyboardEvent).key === 'Escape' && !isComposing(event as KeyboardEvent);

/**
 * Keeps keys, clipboard, focus, wheel and touch in the chat from listeners of the page: shortcuts, bans on copying, focus traps and
 * smooth scrolling are meant for the page's own content. Runs after the chat's own listeners.
 */
export function keepEvents(mountPoint: HTMLElement, signal: AbortSignal): void {
  const root = mountPoint.getRootNode();
  for (const type of [...HANDLED, ...UNHANDLED, ...FOCUS])
    root.addEventListener(
      type,
      (event) => {
        if (mountPoint.contains(event.target as Node) && !isForPage(event)) event.stopPropagation();
      },
      { passive: true, signal },
    );
  // Focus traps and bans listen on the document in the capture phase, too.
  for (const type of [...UNHANDLED, ...FOCUS])
    addEventListener(
      type,
      (event) => {
        if (!event.composedPath().includes(mountPoint) || isForPage(event)) return;
        event.stopImmediatePropagation();
        // Listeners in the shadow tree get a copy of the focus event that does not leave it.
        if (event instanceof FocusEvent)
          event.composedPath()[0]?.dispatchEvent(new FocusEvent(type, { bubbles: true }));
      },
      { capture: true, passive: true, signal },
    );
}
