/** Ends an exhaustive switch. The compiler reports a missing case. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
