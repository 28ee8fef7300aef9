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

interface Condition {
  readonly operator: string;
  readonly threshold: number;
}

/**
 * When a rule would have fired, had the platform evaluated it at these times. Each firing is one webhook: the platform has no
 * cooldown, and sends one whenever the state becomes `alert`, after a window without data too.
 */
export function firingsOf({ operator, threshold }: Condition, { times, values }: History): readonly Firing[] {
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

/** The lowest and the highest that each value of a metric may be; null: no data. Without a highest it may be any from the lowest on. */
export interface Bounds {
  readonly lowest: readonly (number | null)[];
  readonly highest: readonly (number | null)[];
}

type Counts = readonly [fewest: number, most: number];

const either = (a: Counts | undefined, b: Counts | undefined): Counts | undefined =>
  a && b ? [Math.min(a[0], b[0]), Math.max(a[1], b[1])] : (a ?? b);

/** The fewest and the most firings that values within these bounds can give. An evaluation near the threshold may have gone either way. */
export function firingCounts({ operator, threshold }: Condition, { lowest, highest }: Bounds): Counts {
  const isBreached = BREACHES[operator];
  if (!isBreached) return [0, 0];
  // The fewest and the most so far, by whether the rule fires now.
  let calm: Counts | undefined = [0, 0];
  let firing: Counts | undefined;
  for (const [nth, low] of lowest.entries()) {
    const high = highest[nth] ?? Number.POSITIVE_INFINITY;
    const outcomes = low !== null ? [isBreached(low, threshold), isBreached(high, threshold)] : [false];
    const before: readonly [Counts | undefined, Counts | undefined] = [calm, firing];
    const begun: Counts | undefined = calm && [calm[0] + 1, calm[1] + 1];
    calm = outcomes.includes(false) ? either(...before) : undefined;
    firing = outcomes.includes(true) ? either(begun, before[1]) : undefined;
  }
  return either(calm, firing) ?? [0, 0];
}
