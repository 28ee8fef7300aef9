/**
 * Keeps launcher, prompt and preview above a fixed bar of the page, such as one about cookies: sets `--_rise` of `root`, at most 0. Checks at
 * most once a second: after the load, a resize, a click, and a change of the body's children.
 */
export function riseAboveBars(root: HTMLElement, isLeft: boolean, aborter: AbortController): void {
  let timer: ReturnType<typeof setTimeout> | 0 = 0;
  const check = () => {
    let highest = innerHeight;
    // The launcher's corner, and 120 px at the bottom of the window.
    for (const fromBottom of [22, 50, 78, 116])
      for (const fromSide of [fromBottom, innerWidth / 2])
        for (const element of document.elementsFromPoint(
          isLeft ? fromSide : innerWidth - fromSide,
          innerHeight - fromBottom,
        )) {
          const { top, width } = element.getBoundingClientRect();
          // A bar across the bottom, or anything in the corner; not what covers most of the window.
          if (
            top > 0.6 * innerHeight &&
            top < highest &&
            (fromSide === fromBottom || 2 * width >= innerWidth) &&
            getComputedStyle(element).position === 'fixed'
          )
            highest = top;
        }
    root.style.setProperty('--_rise', `${highest - innerHeight}px`);
    timer = 0;
    // Not `document.body`: an element with that name would shadow it (S-31).
    observer.observe(document.querySelector('body') ?? document, { childList: true });
  };
  const request = () => {
    timer ||= setTimeout(check, 1_000);
  };
  const observer = new MutationObserver(request);
  for (const type of ['load', 'resize', 'click']) addEventListener(type, request, aborter);
  request();
  aborter.signal.onabort = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
}
