/** Limits failed sign-ins, so that the control key cannot be guessed. */
export interface SignInLimit {
  /** Seconds until the next attempt is allowed; 0: now. */
  waitSeconds(): number;
  addFailure(): void;
}

const MAX_FAILURES = 5;
const WINDOW_MS = 60_000;

export function createSignInLimit(now: () => number): SignInLimit {
  let failures: readonly number[] = [];
  return {
    waitSeconds() {
      failures = failures.filter((at) => at > now() - WINDOW_MS);
      const [first] = failures;
      return first === undefined || failures.length < MAX_FAILURES
        ? 0
        : Math.ceil((first + WINDOW_MS - now()) / 1000);
    },
    addFailure() {
      failures = [...failures, now()];
    },
  };
}
