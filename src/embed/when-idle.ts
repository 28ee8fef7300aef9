declare const window: Partial<Pick<Window, 'requestIdleCallback'>>;

/** Calls `run` once the page has nothing else to do, at the latest after 2 s: a page that draws all the time may never be idle. Safari has no idle callbacks. */
export const whenIdle = (run: () => void) =>
  window.requestIdleCallback?.(run, { timeout: 2_000 }) ?? setTimeout(run);
