/** Path of the oldest supported Chrome: FOYER_OLDEST_CHROME, else that of the package, which may not be installed. */
export function findOldestChrome(): string;

/** Arguments that it needs beside those of every Chromium. */
export const OLDEST_CHROME_ARGUMENTS: readonly string[];
