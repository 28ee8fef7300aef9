import { whenIdle } from './when-idle.ts';

/** True if an element is in a fixed or sticky one, or in a shadow host that may contain one. */
function mayBeFixed(element: Element, own: Element): boolean {
  for (let at: Element | null = element; at; at = at.parentElement)
    if (at !== own && (at.shadowRoot || /fixed|sticky/.test(getComputedStyle(at).position))) return true;
  return false;
}

/**
 * Calls `onTaken` once, when a bar of the page may cover the launcher's corner, or the launcher is below the window. Checks at most
 * once a second, when the page is idle: after 1, 2, 5 and 10 s for bars that come late, and after a resize, a click and a scroll.
 */
export function watchCorner(
  host: Element,
  launcher: Element,
  isLeft: boolean,
  signal: AbortSignal,
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
          .some((element) => mayBeFixed(element, host)),
      );
    // A timer that stays set prevents further checks.
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
