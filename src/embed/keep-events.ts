import { isComposing } from '../base/is-composing.ts';

/** Events that the chat listens to itself, so that only the page's listeners in the capture phase run before. */
const HEARD = ['keydown', 'input', 'wheel', 'touchmove'];
const UNHEARD = [
  'keypress',
  'keyup',
  'beforeinput',
  'copy',
  'cut',
  'paste',
  'contextmenu',
  'focusin',
  'focusout',
];

/** Escape that the chat has no use for goes on to the page, which may close what is around the chat. */
const isForPage = (event: Event): boolean =>
  (event as KeyboardEvent).key === 'Escape' && !isComposing(event as KeyboardEvent);

/**
 * Keeps keys, clipboard, focus, wheel and touch in the chat from listeners of the page: shortcuts, bans on copying, focus traps and
 * smooth scrolling are meant for the page's own content. Runs after the chat's own listeners.
 */
export function keepEvents(mountPoint: HTMLElement, signal: AbortSignal): void {
  const passively = { passive: true, signal };
  for (const type of [...HEARD, ...UNHEARD])
    mountPoint.addEventListener(type, (event) => isForPage(event) || event.stopPropagation(), passively);
  // Focus traps and bans listen on the document in the capture phase, too.
  for (const type of UNHEARD)
    addEventListener(
      type,
      (event) => {
        if (event.composedPath().includes(mountPoint) && !isForPage(event)) event.stopImmediatePropagation();
      },
      { ...passively, capture: true },
    );
}
