import type { SyntheticRange } from '../model/synthetic-options.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The epoch was a Thursday. */
const HOURS_FROM_MONDAY = 72;

/** Shift of an evenly distributed time that makes more conversations start around noon than around midnight. */
const noonShiftMs = (ms: number) => (DAY_MS / (2 * Math.PI)) * 0.6 * Math.sin((2 * Math.PI * ms) / DAY_MS);

/** The weight of the hour of the week that contains a time. */
function weightAt(hours: readonly number[], at: number): number {
  const hour = (Math.floor(at / HOUR_MS) + HOURS_FROM_MONDAY) % hours.length;
  return hours[hour < 0 ? hour + hours.length : hour] ?? 0;
}

/** The end of each hour of a range, with the sum of the weights up to it. */
function cumulate(hours: readonly number[], from: number, to: number) {
  const ends: { readonly at: number; readonly weight: number }[] = [{ at: from, weight: 0 }];
  let weight = 0;
  for (let at = from; at < to; ) {
    const end = Math.min(to, (Math.floor(at / HOUR_MS) + 1) * HOUR_MS);
    weight += weightAt(hours, at) * (end - at);
    ends.push({ at: end, weight });
    at = end;
  }
  return { ends, weight };
}

/** The index of the first end with more weight than `wanted`. */
function indexOf(ends: readonly { readonly weight: number }[], wanted: number): number {
  let [low, high] = [1, ends.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle]?.weight ?? 0) > wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** The start of the conversation at a position from 0 to `count`. It never decreases with the position. */
export function startTimesOf({ count, from, to, hours }: SyntheticRange): (position: number) => number {
  if (hours === undefined) {
    return (position) => {
      const evenly = from + (position * (to - from)) / count;
      return Math.round(evenly + noonShiftMs(evenly) - noonShiftMs(from));
    };
  }
  const { ends, weight } = cumulate(hours, from, to);
  return (position) => {
    const wanted = (position * weight) / count;
    const index = indexOf(ends, wanted);
    const [before, end] = [ends[index - 1] ?? { at: from, weight: 0 }, ends[index] ?? { at: to, weight }];
    const part = (wanted - before.weight) / (end.weight - before.weight);
    return Math.round(before.at + part * (end.at - before.at));
  };
}
