/** Quieter sounds are not speech. */
const NOISE = 0.02;

/** The loudest sample of each of `count` equal parts, as a share of the loudest of all. Silence stays silence. */
export function peaksOf(samples: Float32Array, count: number): readonly number[] {
  const size = samples.length / count;
  const peaks = Array.from({ length: count }, (_, at) => {
    let peak = 0;
    for (let index = Math.floor(at * size); index < Math.floor((at + 1) * size); index++)
      peak = Math.max(peak, Math.abs(samples[index] ?? 0));
    return peak;
  });
  const loudest = Math.max(...peaks, NOISE);
  return peaks.map((peak) => peak / loudest);
}

interface Spoken {
  readonly userInputDatetime: string | undefined;
  readonly agentResponseDatetime: string | undefined;
}

/** Seconds from the start of a recording to each turn; undefined where the platform tells no time. */
export const turnStarts = (
  turns: readonly Spoken[],
  startedAt: string | undefined,
): readonly (number | undefined)[] =>
  turns.map(({ userInputDatetime, agentResponseDatetime }) => {
    const at =
      (Date.parse(userInputDatetime ?? agentResponseDatetime ?? '') - Date.parse(startedAt ?? '')) / 1_000;
    return Number.isNaN(at) ? undefined : Math.max(0, at);
  });

/** The turn that is heard at a time; -1 before the first. */
export const turnAt = (starts: readonly (number | undefined)[], seconds: number): number =>
  starts.findLastIndex((start) => start !== undefined && start <= seconds);
