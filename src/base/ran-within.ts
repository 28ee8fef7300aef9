/** Time before a range to search for conversations that ran into it. Longer conversations hardly exist. */
export const RAN_BEFORE_MS = 24 * 3_600_000;

interface Span {
  /** Milliseconds since the epoch; NaN: unknown. */
  readonly start: number;
  readonly durationS: number | null | undefined;
  readonly inProgress: boolean | null | undefined;
}

/** True for a conversation that ran in a range. Without a duration it counts after its start only while it is in progress. */
export function ranWithin(
  { from, to }: { readonly from: number; readonly to: number },
  { start, durationS, inProgress }: Span,
): boolean {
  const end = inProgress ? Number.POSITIVE_INFINITY : start + (durationS ?? 0) * 1_000;
  return start < to && (end > from || start >= from);
}
