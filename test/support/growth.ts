/** Lengths of the two inputs, in characters: the limit of headers, and that of a large body. */
const SHORT = 16_000;
const LONG = 100_000;
/** A measured time below this is mostly noise. */
const LEAST_MS = 4;
const MOST_ROUNDS = 6;

function cpuMs(run: () => unknown, times: number): number {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) run();
  // Without the system's time: memory that is used for the first time takes more than its share on some machines.
  const { user } = process.cpuUsage(before);
  return user / 1_000;
}

export interface Growth {
  /** Processor time of 100,000 characters ÷ that of 16,000: linear is 6, quadratic 39. */
  readonly ratio: number;
  /** Processor time for 16,000 and for 100,000 characters, in milliseconds. */
  readonly shortMs: number;
  readonly longMs: number;
}

/**
 * Measures how much more processor time `read` needs for 100,000 characters than for 16,000: in turns, until a round stays
 * within `limit`. A busy machine only adds to a ratio, so the least one counts.
 */
export function growthOf<Input>(
  make: (length: number) => Input,
  read: (input: Input) => unknown,
  limit: number,
): Growth {
  const [short, long] = [make(SHORT), make(LONG)];
  let times = 1;
  while (cpuMs(() => read(short), times) < LEAST_MS && times < 4_096) times *= 2;
  const measure = (): Growth => {
    const shortMs = cpuMs(() => read(short), times);
    const longMs = cpuMs(() => read(long), times);
    const ratio = longMs / Math.max(shortMs, LEAST_MS / 2);
    return { ratio, shortMs: shortMs / times, longMs: longMs / times };
  };
  let least = measure();
  for (let round = 1; round < MOST_ROUNDS && least.ratio > limit; round += 1) {
    const next = measure();
    if (next.ratio < least.ratio) least = next;
  }
  return least;
}
