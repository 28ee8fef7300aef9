/** A time in which a rule would have fired. */
export interface Firing {
  readonly from: number;
  /** The first evaluation at which it did not; undefined: it would fire still. */
  readonly to: number | undefined;
}

/** The metric of a rule at the times of its evaluations. */
export interface History {
  /** Milliseconds, ascending. */
  readonly times: readonly number[];
  /** null: no data. */
  readonly values: readonly (number | null)[];
}

const BREACHES: Readonly<Record<string, ((value: number, threshold: number) => boolean) | undefined>> = {
  '>': (value, threshold) => value > threshold,
  '>=': (value, threshold) => value >= threshold,
  '<': (value, threshold) => value < threshold,
  '<=': (value, threshold) => value <= threshold,
};

/**
 * When a rule would have fired, had the platform evaluated it at these times. Each firing is one webhook: the platform has no
 * cooldown, and sends one whenever the state becomes `alert`, after a window without data too.
 */
export function firingsOf(
  { operator, threshold }: { readonly operator: string; readonly threshold: number },
  { times, values }: History,
): readonly Firing[] {
  const isBreached = BREACHES[operator];
  if (!isBreached) return [];
  const firings: Firing[] = [];
  let since: number | undefined;
  for (const [nth, at] of times.entries()) {
    const value = values[nth] ?? null;
    const fires = value !== null && isBreached(value, threshold);
    if (fires) since ??= at;
    else if (since !== undefined) {
      firings.push({ from: since, to: at });
      since = undefined;
    }
  }
  return since === undefined ? firings : [...firings, { from: since, to: undefined }];
}
