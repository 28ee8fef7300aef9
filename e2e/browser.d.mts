/** The path of a Chromium: FOYER_CHROMIUM, one of the system's, or Playwright's own; undefined when there is none. */
export function findBrowser(): string | undefined;
