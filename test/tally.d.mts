export interface Failure {
  readonly name: string;
  readonly reason: string;
  readonly seed?: string;
  readonly select?: readonly string[];
}

interface Outcome {
  readonly passed: number;
  readonly failures: readonly Failure[];
}

export function checkOutcome(status: number): Outcome;
export function vitestOutcome(report: unknown, status: number): Outcome;
export function playwrightOutcome(report: unknown, status: number): Outcome;
export function scenariosOutcome(printed: string, status: number): Outcome;
export function failureLine(failure: Failure): string;
export function flakyLine(failure: Failure): string;
export function isDriverFailure(failure: Failure): boolean;
