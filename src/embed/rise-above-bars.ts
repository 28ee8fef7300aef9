import { moveToTopLayer } from './top-layer.ts';

/** True if an element is fixed or sticky at the bottom, or is inside such an element that lets pointers through. */
function isBar(element: Element): boolean {
  for (let at: Element | null | undefined = element; at; ) {
    const { position, bottom, pointerEvents } = getComputedStyle(at);
    // A bar that sticks to the top has no `bottom`.
    if (position === 'fixed' || (position === 'sticky' && bottom !== 'auto'))
      return at === element || pointerEvents === 'none';
    at = at.assignedSlot ?? at.parentElement ?? (at.getRootNode() as Partial<ShadowRoot>).host;
  }
  return false;
}

/** Elements at a point of the window, also those in open shadow roots. */
function elementsAt(x: number, y: number): Set<Element> {
  const found = new Set(document.elementsFromPoint?.(x, y));
  for (const { shadowRoot } of found)
    for (const inner of shadowRoot?.elementsFromPoint(x, y) ?? []) found.add(inner);
  return found;
}

/** Top of the highest bar of the page at the bottom of the window; the height of the window if there is none. */
function topOfBars(root: HTMLElement, isLeft: boolean): number {
  let highest = innerHeight;
  // The launcher's corner, and 120 px at the bottom of the window.
  for (const fromBottom of [22, 50, 78, 116])
    for (const fromSide of [fromBottom, innerWidth / 2])
      for (const element of elementsAt(isLeft ? fromSide : innerWidth - fromSide, innerHeight - fromBottom)) {
        const { top, width } = element.getBoundingClientRect();
        // A bar across the bottom, or anything in the corner, but nothing that covers most of the window.
        if (
          top > 0.6 * innerHeight &&
          top < highest &&
          (fromSide === fromBottom || 2 * width >= innerWidth) &&
          !root.contains(element) &&
          isBar(element)
        )
          highest = top;
      }
  return highest;
}

/**
 * Keeps launcher, prompt and preview in the window and above a bar at the bottom of the page, such as a cookie banner: sets `--_rise`
 * of `root`, at most 0. Checks at once, and at most once a second after a resize, a click, a scroll, and a change of the body's children.
 */
export function riseAboveBars(root: HTMLElement, isLeft: boolean, signal: AbortSignal): void {
  if (signal.aborted) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = () => {
    timer = undefined;
    moveToTopLayer(root);
    const launcher = root.firstElementChild as HTMLElement;
    // Window pixels per launcher pixel: a page may be zoomed.
    const scale = launcher.getBoundingClientRect().width / launcher.offsetWidth || 1;
    root.style.setProperty('--_rise', `${(topOfBars(root, isLeft) - innerHeight) / scale}px`);
    // Not `document.body`: an element with that name would shadow it (S-31).
    observer.observe(document.querySelector('body') ?? document, { childList: true });
  };
  const request = () => {
    timer ??= setTimeout(check, 1_000);
  };
  const observer = new MutationObserver(request);
  for (const type of ['load', 'resize', 'click', 'scroll'])
    addEventListener(type, request, { capture: true, signal });
  check();
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
}
