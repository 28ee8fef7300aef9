declare const window: Partial<Pick<Window, 'requestIdleCallback'>>;

/**
 * Calls `run` once the page has loaded, is visible and has nothing else to do, at the latest 2 s after the first two: a page that draws all
 * the time may never be idle. Safari has no idle callbacks. Again when the page was hidden and is visible.
 */
export function whenQuiet(run: () => void, options: AddEventListenerOptions): void {
  const check = () => {
    if (document.readyState === 'complete' && !document.hidden)
      window.requestIdleCallback?.(run, { timeout: 2_000 }) ?? setTimeout(run);
  };
  for (const type of ['load', 'visibilitychange']) addEventListener(type, check, options);
  check();
}
