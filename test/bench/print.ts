/** The number at a part of the sorted numbers, between 0 and 1. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** Prints a row of a table. */
export const row = (label: string, ...cells: readonly string[]) =>
  console.log(`  ${label.padEnd(58)} ${cells.map((cell) => cell.padStart(11)).join(' ')}`);

/** Prints a figure, and what it is compared with. */
export const line = (label: string, value: string, note?: string) =>
  row(label, ...(note ? [value, `  (${note})`] : [value]));

export const inMs = (value: number) => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

/** Prints times of two routes in one run, in ms. */
export function compare(
  label: string,
  times: readonly number[],
  direct: readonly number[],
  limits = ['', ''],
): void {
  for (const [nth, percent] of [50, 99].entries()) {
    const [through, beside] = [percentile(times, percent / 100), percentile(direct, percent / 100)];
    const note = `${(through / beside).toFixed(2)}× directly: ${inMs(beside)}`;
    line(`${label}, p${percent}`, inMs(through), [note, limits[nth]].filter(Boolean).join('; '));
  }
}
