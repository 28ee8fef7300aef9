/** Marks the end of an exhausted union: the compiler refuses a case that was forgotten. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${JSON.stringify(value)}`);
}
