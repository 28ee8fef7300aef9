/** Moments are milliseconds after the beginning of the first slot, in any order. */
export interface Moments {
  /** How many go on at the beginning, having begun before it. */
  readonly goingOn: number;
  /** Within the slots. */
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/**
 * The most conversations that ran at one time, slot by slot. A conversation runs from its first moment to its last, both
 * of them included, so one without a length counts, too.
 */
export function sweep({ goingOn, starts, ends }: Moments, slots: number, slotMs: number): readonly number[] {
  const begun = starts.toSorted();
  const over = ends.toSorted();
  let [nextStart, nextEnd, running] = [0, 0, goingOn];
  return Array.from({ length: slots }, (_, slot) => {
    const endOfSlot = (slot + 1) * slotMs;
    let most = running;
    for (let at = begun[nextStart]; at !== undefined && at < endOfSlot; at = begun[nextStart]) {
      while ((over[nextEnd] ?? endOfSlot) < at) {
        nextEnd += 1;
        running -= 1;
      }
      nextStart += 1;
      running += 1;
      most = Math.max(most, running);
    }
    while ((over[nextEnd] ?? endOfSlot) < endOfSlot) {
      nextEnd += 1;
      running -= 1;
    }
    return most;
  });
}

/** Whole numbers from 0 with commas between them. Faster than `split`: a week may have a million. */
export function readNumbers(text: string, count: number): Int32Array {
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
