/** Counts what failed, so that a key cannot be guessed. */
export interface Attempts {
  /** How long until another attempt is allowed; 0: at once. */
  waitSeconds(): number;
  failed(): void;
}

const MOST = 5;
const WINDOW_MS = 60_000;

export function createAttempts(now: () => number): Attempts {
  let failures: readonly number[] = [];
  return {
    waitSeconds() {
      failures = failures.filter((at) => at > now() - WINDOW_MS);
      const [first] = failures;
      return first === undefined || failures.length < MOST
        ? 0
        : Math.ceil((first + WINDOW_MS - now()) / 1000);
    },
    failed() {
      failures = [...failures, now()];
    },
  };
}
