const MAX_FAILURES = 5;
const WINDOW_MS = 60_000;

/** Limits failed sign-ins, so that the control key cannot be guessed. */
export function createSignInLimit(now: () => number) {
  let failures: readonly number[] = [];
  return {
    /** Seconds until the next attempt is allowed; 0: now. */
    waitSeconds(): number {
      failures = failures.filter((at) => at > now() - WINDOW_MS);
      const [first] = failures;
      return first === undefined || failures.length < MAX_FAILURES
        ? 0
        : Math.ceil((first + WINDOW_MS - now()) / 1000);
    },
    addFailure(): void {
      failures = [...failures, now()];
    },
  };
}
