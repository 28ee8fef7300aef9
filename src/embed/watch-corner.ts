import { whenIdle } from './when-quiet.ts';

/** Whether an element is in something that stays in the window, or has a shadow root in which something may. */
function isHeld(element: Element, own: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement)
    if (at !== own && (at.shadowRoot || /fixed|sticky/.test(getComputedStyle(at).position))) return true;
  return false;
}

/**
 * Calls `onTaken` once, when the launcher's corner may have a bar of the page, or the launcher is below the
 * window. Looks at most once a second, when the page has nothing else to do: after 1, 2, 5 and 10 s for bars that come late, and after
 * a resize, a click and a scroll.
 */
export function watchCorner(
  host: Element,
  launcher: Element,
  isLeft: boolean,
  { signal }: AbortController,
  onTaken: () => void,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const isTaken =
      launcher.getBoundingClientRect().bottom > innerHeight ||
      [22, 50, 90].some((px) =>
        // happy-dom has no layout.
        document
          .elementsFromPoint?.(isLeft ? px : innerWidth - px, innerHeight - px)
          .some((element) => isHeld(element, host)),
      );
    // A timer that stays set keeps more looks from being requested.
    if (isTaken) onTaken();
    else timer = undefined;
  };
  const request = () => {
    timer ??= setTimeout(() => whenIdle(look), 1_000);
  };
  for (const type of ['resize', 'click', 'scroll'])
    addEventListener(type, request, { capture: true, signal });
  const looks = [0, 1_000, 4_000, 9_000].map((ms) => setTimeout(request, ms));
  signal.onabort = () => {
    for (const id of [timer, ...looks]) clearTimeout(id);
  };
}
