interface Tally {
  readonly passed: number;
  readonly failed: number;
}

export function checkTally(status: number): Tally;
export function vitestTally(report: unknown, status: number): Tally;
export function playwrightTally(report: unknown, status: number): Tally;
export function scenariosTally(status: number, printed: string): Tally;
export function vitestFailures(report: unknown): string[];
export function playwrightFailures(report: unknown): string[];
export function scenarioFailures(printed: string): string[];
