/** Arguments with which the tests start Chromium. */
export const BROWSER_ARGUMENTS: string[];

/** Path of a Chromium: FOYER_CHROMIUM, else the system's, else Playwright's; undefined if there is none. */
export function findBrowser(): string | undefined;

/** Path of Debian's Chromium without windows; undefined if there is none or another browser is named. */
export function findHeadlessShell(): string | undefined;
