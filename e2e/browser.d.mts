/** Arguments with which the tests start Chromium. */
export const BROWSER_ARGUMENTS: string[];

/** The same for tests of frames on another site, which have storage as those of visitors do. */
export const PARTITIONED_ARGUMENTS: string[];

/** Path of a Chromium: FOYER_CHROMIUM, else the system's, else Playwright's; undefined if there is none. */
export function findBrowser(): string | undefined;

/** Path of Debian's Chromium without windows; undefined if there is none or another browser is named. */
export function findHeadlessShell(): string | undefined;

/** Path of the driver of WebKit; undefined if there is none. */
export function findWebKitDriver(): string | undefined;
