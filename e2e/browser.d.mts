/** Arguments with which the tests start Chromium. */
export const BROWSER_ARGUMENTS: string[];

/** Path of a Chromium: FOYER_CHROMIUM, else the system's, else Playwright's; undefined if there is none. */
export function findBrowser(): string | undefined;
