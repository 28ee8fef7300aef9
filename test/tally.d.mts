interface Tally {
  readonly passed: number;
  readonly failed: number;
}

export function checkTally(status: number): Tally;
export function vitestTally(report: unknown, status: number): Tally;
export function playwrightTally(report: unknown, status: number): Tally;
