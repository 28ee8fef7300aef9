import { getHeapSnapshot } from 'node:v8';

/** Counts the strings of the heap that a pattern matches. A snapshot collects the garbage first. */
export async function countStrings(pattern: RegExp): Promise<number> {
  let text = '';
  for await (const part of getHeapSnapshot()) text += part;
  return text.match(pattern)?.length ?? 0;
}

/** Bytes in use after repeated collections. Needs `--expose-gc`. */
export async function heapInUse(): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 8; round += 1) {
    await new Promise((next) => setImmediate(next));
    globalThis.gc?.();
    least = Math.min(least, process.memoryUsage().heapUsed);
  }
  return least;
}
