import type { KeyValue } from '../../store/store.ts';
import {
  DAY_MS,
  floorTo,
  HOUR_MS,
  keepUntil,
  type Piece,
  partsOf,
  piecesOf,
  type Range,
  WINDOW_MS,
} from './thinning.ts';
import { readTally, sumOfTallies, type VisitorTally, writeTally } from './visitor-tally.ts';

/** The texts of two days. */
const MAX_WRITTEN = 700;

/** Counts of pages in the store, in windows that are thinned like the rollups. Each window is written as a whole. */
export function createVisitorWindows({
  store,
  now,
}: {
  readonly store: KeyValue;
  readonly now: () => number;
}) {
  const keyOf = ({ sizeMs, start }: Piece) => `visitors:${sizeMs / WINDOW_MS}:${start / WINDOW_MS}`;
  /** The texts that this relay has written last. They save writing the same again. */
  const written = new Map<string, string>();

  /** Returns false if the window has this text already. */
  async function put(piece: Piece, tally: VisitorTally): Promise<boolean> {
    const [key, text] = [keyOf(piece), writeTally(tally)];
    if (written.get(key) === text) return false;
    await store.put(key, text, keepUntil(piece));
    written.set(key, text);
    return true;
  }

  const isKept = (piece: Piece): boolean => keepUntil(piece) > now();

  async function read(piece: Piece): Promise<readonly VisitorTally[]> {
    const text = await store.get(keyOf(piece));
    const tally = text === undefined ? undefined : readTally(text);
    // Without its own text a window is the sum of its parts: it is incomplete, or no relay ran at its end.
    return tally ? [tally] : (await Promise.all(partsOf(piece).filter(isKept).map(read))).flat();
  }
  async function writeDay(start: number): Promise<void> {
    const hours = piecesOf({ from: start, to: start + DAY_MS }, HOUR_MS);
    await put({ sizeMs: DAY_MS, start }, sumOfTallies((await Promise.all(hours.map(read))).flat()));
  }

  return {
    /** Writes all windows of a range of whole hours that differ from what is written, with the hours and complete days. */
    async write(tallies: ReadonlyMap<number, VisitorTally>, { from, to }: Range): Promise<void> {
      const days = new Set<number>();
      for (let hour = from; hour < to; hour += HOUR_MS) {
        const parts: VisitorTally[] = [];
        for (const { start } of piecesOf({ from: hour, to: hour + HOUR_MS }, WINDOW_MS)) {
          const tally = tallies.get(start);
          if (!tally) continue;
          parts.push(tally);
          await put({ sizeMs: WINDOW_MS, start }, tally);
        }
        if (hour + HOUR_MS > now()) continue;
        const day = floorTo(hour, DAY_MS);
        const isNew = await put({ sizeMs: HOUR_MS, start: hour }, sumOfTallies(parts));
        if (isNew && day + DAY_MS <= now()) days.add(day);
      }
      for (const day of days) await writeDay(day);
      for (const key of [...written.keys()].slice(0, -MAX_WRITTEN)) written.delete(key);
    },
    /** The sum of a range of whole windows. */
    sum: async (range: Range): Promise<VisitorTally> =>
      sumOfTallies((await Promise.all(piecesOf(range, DAY_MS).map(read))).flat()),
  };
}
