import { sumOf } from './merge.ts';
import type { Environment } from './plan.ts';
import { EMPTY_ROLLUP, type Rollup } from './rollup.ts';
import { type Comparison, DAY_MS, finestAt, floorTo, type Range } from './thinning.ts';
import type { Windows } from './windows.ts';

/** The rollup of a step of a series. The first and the last step may be cut by the range. */
export interface Step extends Range {
  readonly rollup: Rollup;
  /** The share of the step that the relays have read. */
  readonly known: 'all' | 'part' | 'none';
}

function knownOf({ from, to }: Range, known: Range): Step['known'] {
  if (from < to && from >= known.from && to <= known.to) return 'all';
  return from >= to || to <= known.from || from >= known.to ? 'none' : 'part';
}

/** The steps of a range. They begin at multiples of the step. */
export function stepsOf({ from, to }: Range, stepMs: number): readonly Range[] {
  const steps: Range[] = [];
  for (let start = floorTo(from, stepMs); start < to; start += stepMs) {
    steps.push({ from: Math.max(start, from), to: Math.min(start + stepMs, to) });
  }
  return steps;
}

/** The shortest step, at least `stepMs`, whose windows are still kept for the whole range. */
export const keptStep = ({ from }: Range, stepMs: number, now: number): number =>
  Math.max(stepMs, finestAt(from, now));

/** The corresponding steps of the range to compare with, cut at whole windows. They are empty if the kept windows are too long. */
export function stepsBefore(
  steps: readonly Range[],
  { previous, sizeMs }: Comparison,
  stepMs: number,
): readonly Range[] {
  const shift = (steps[0]?.from ?? previous.from) - previous.from;
  const timeOf = (at: number) =>
    sizeMs > stepMs || at === steps.at(-1)?.to
      ? previous.to
      : Math.min(floorTo(at - shift, sizeMs), previous.to);
  return steps.map(({ from, to }) => ({ from: timeOf(from), to: timeOf(to) }));
}

/** The sum of a range. Reads only its known part from the store. */
export async function readSum(
  windows: Pick<Windows, 'sum'>,
  environment: Environment,
  range: Range,
  known: Range,
): Promise<Rollup> {
  const part = { from: Math.max(range.from, known.from), to: Math.min(range.to, known.to) };
  return part.from < part.to ? windows.sum(environment, part, DAY_MS) : EMPTY_ROLLUP;
}

/** The rollups of steps, as far as known. */
export const readSteps = (
  windows: Pick<Windows, 'sum'>,
  environment: Environment,
  steps: readonly Range[],
  known: Range,
): Promise<readonly Step[]> =>
  Promise.all(
    steps.map(async (step) => ({
      ...step,
      known: knownOf(step, known),
      rollup: await readSum(windows, environment, step, known),
    })),
  );

export const totalOf = (series: readonly Step[]): Rollup => sumOf(series.map(({ rollup }) => rollup));
