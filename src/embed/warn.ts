/** Prints one line for the page's owner: only the owner can correct the fault. */
export function warn(fault: unknown): void {
  // biome-ignore lint/suspicious/noConsole: see above.
  console.warn('foyer:', fault);
}
