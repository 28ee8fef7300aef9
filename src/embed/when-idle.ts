/** Calls `run` once the page has nothing else to do. Safari has no idle callbacks. */
export const whenIdle = (run: () => void) => (window.requestIdleCallback ?? setTimeout)(run);
