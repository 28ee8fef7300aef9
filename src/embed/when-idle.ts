declare const window: Partial<Pick<Window, 'requestIdleCallback'>>;

/** Calls `run` once the page is idle, at the latest after 2 s: a page that draws all the time may never be idle. */
export function whenIdle(run: () => void): void {
  // Safari has no idle callbacks.
  window.requestIdleCallback?.(run, { timeout: 2_000 }) ?? setTimeout(run);
}

/** Calls `run` once the page has loaded, is visible and idle, and again each time the page becomes visible. */
export function whenPageIdle(run: () => void, options: AddEventListenerOptions): void {
  const check = () => {
    if (document.readyState === 'complete' && !document.hidden) whenIdle(run);
  };
  for (const type of ['load', 'visibilitychange']) addEventListener(type, check, options);
  check();
}
