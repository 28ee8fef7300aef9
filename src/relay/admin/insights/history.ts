import { sumOf } from './merge.ts';
import type { Environment } from './plan.ts';
import { NOTHING, type Rollup } from './rollup.ts';
import { floorTo, type Range } from './thinning.ts';
import type { Windows } from './windows.ts';

/** The rollup of a step of a series. The first and the last step may be cut by the range. */
export interface Step extends Range {
  readonly rollup: Rollup;
  /** How much of the step the relays have read. */
  readonly known: 'all' | 'part' | 'none';
}

function knownOf({ from, to }: Range, known: Range): Step['known'] {
  if (from >= known.from && to <= known.to) return 'all';
  return to <= known.from || from >= known.to ? 'none' : 'part';
}

/** The rollups of a range in steps, which begin at multiples of the step. Only what is known is read from the store. */
export async function readSeries(
  windows: Pick<Windows, 'sum'>,
  environment: Environment,
  { from, to }: Range,
  stepMs: number,
  known: Range,
): Promise<readonly Step[]> {
  const ranges: Range[] = [];
  for (let start = floorTo(from, stepMs); start < to; start += stepMs) {
    ranges.push({ from: Math.max(start, from), to: Math.min(start + stepMs, to) });
  }
  return Promise.all(
    ranges.map(async (range) => {
      const part = { from: Math.max(range.from, known.from), to: Math.min(range.to, known.to) };
      return {
        ...range,
        known: knownOf(range, known),
        rollup: part.from < part.to ? await windows.sum(environment, part, stepMs) : NOTHING,
      };
    }),
  );
}

export const totalOf = (series: readonly Step[]): Rollup => sumOf(series.map(({ rollup }) => rollup));
