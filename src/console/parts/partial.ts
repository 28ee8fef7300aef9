/**
 * Splits a line where its windows are not counted to their end. `whole` has the line between whole windows, `partial` the rest,
 * which is drawn otherwise. Each has gaps where the other is drawn, and both have the points where they meet.
 */
export function splitLine(
  values: readonly (number | null)[],
  isPartial: readonly boolean[],
): { readonly whole: readonly (number | null)[]; readonly partial: readonly (number | null)[] } {
  return {
    whole: values.map((value, index) => (isPartial[index] ? null : value)),
    partial: values.map((value, index) =>
      isPartial[index - 1] || isPartial[index] || isPartial[index + 1] ? value : null,
    ),
  };
}
