/** Starts and ends of conversations within a range of slots. Times are milliseconds from its first slot, in any order. */
export interface StartsAndEnds {
  /** Conversations that began before the range and had not ended. */
  readonly runningAtStart: number;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/**
 * The highest number of simultaneous conversations in each slot. A conversation runs from its start to its end, both
 * included; a conversation of zero length counts too.
 */
export function maxConcurrency(
  { runningAtStart, starts, ends }: StartsAndEnds,
  slots: number,
  slotMs: number,
): readonly number[] {
  const sortedStarts = starts.toSorted();
  const sortedEnds = ends.toSorted();
  let [nextStart, nextEnd, running] = [0, 0, runningAtStart];
  return Array.from({ length: slots }, (_, slot) => {
    const endOfSlot = (slot + 1) * slotMs;
    let highest = running;
    for (let at = sortedStarts[nextStart]; at !== undefined && at < endOfSlot; at = sortedStarts[nextStart]) {
      while ((sortedEnds[nextEnd] ?? endOfSlot) < at) {
        nextEnd += 1;
        running -= 1;
      }
      nextStart += 1;
      running += 1;
      highest = Math.max(highest, running);
    }
    while ((sortedEnds[nextEnd] ?? endOfSlot) < endOfSlot) {
      nextEnd += 1;
      running -= 1;
    }
    return highest;
  });
}

/** Parses non-negative integers separated by commas. Faster than `split`: one week can have a million. */
export function parseIntegers(text: string, count: number): Int32Array {
  const numbers = new Int32Array(count);
  let at = 0;
  let value = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0x2c) {
      numbers[at] = value;
      at += 1;
      value = 0;
    } else {
      value = value * 10 + code - 0x30;
    }
  }
  if (count > 0) numbers[at] = value;
  return numbers;
}
