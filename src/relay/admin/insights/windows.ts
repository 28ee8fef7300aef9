import type { KeyValue } from '../../store/store.ts';
import type { Counted } from './counted.ts';
import { countedKeptMs, readCounted, writeCounted } from './counted-text.ts';
import { bound, sumOf } from './merge.ts';
import type { Environment } from './plan.ts';
import type { Rollup } from './rollup.ts';
import { readRollup, writeRollup } from './rollup-text.ts';
import {
  DAY_MS,
  floorTo,
  HOUR_MS,
  keepUntil,
  type LevelMs,
  type Piece,
  partsOf,
  piecesOf,
  type Range,
  WINDOW_MS,
} from './thinning.ts';

/** A window after reading. */
export interface ReadWindow {
  readonly environment: Environment;
  readonly start: number;
  readonly rollup: Rollup;
  /** The conversations behind it; only for windows of five minutes. */
  readonly counted?: Counted;
}

/** The rollups in the store. Each window is written as a whole, so a repeated write changes no sum. */
export type Windows = ReturnType<typeof createWindows>;

export interface WindowsPorts {
  readonly store: KeyValue;
  readonly now: () => number;
  /** The account and the project. */
  readonly project: string;
}

const mergeAll = (all: readonly (Rollup | undefined)[]): Rollup =>
  sumOf(all.filter((rollup) => rollup !== undefined));

const isWithin = ({ start, sizeMs }: Piece, { from, to }: Range): boolean =>
  start >= from && start + sizeMs <= to;

export function createWindows({ store, now, project }: WindowsPorts) {
  const keyOf = (environment: Environment, { sizeMs, start }: Piece) =>
    `rollup:${project}:${environment}:${sizeMs / WINDOW_MS}:${start / WINDOW_MS}`;

  const countedKey = (environment: Environment, start: number) =>
    `rollup-ids:${project}:${environment}:${start / WINDOW_MS}`;

  /** Replaces the conversations behind a window. They have a separate key, so that sums are read without them. */
  async function putCounted({ environment, start, counted }: ReadWindow): Promise<void> {
    const key = countedKey(environment, start);
    const text = counted && counted.conversations.length > 0 ? writeCounted(counted, start) : '';
    const until = Math.min(keepUntil({ sizeMs: WINDOW_MS, start }), start + countedKeptMs(text));
    if (text !== '' && until > now()) await store.put(key, text, until);
    else await store.delete(key);
  }

  async function put(environment: Environment, piece: Piece, rollup: Rollup): Promise<void> {
    const until = keepUntil(piece);
    if (until > now()) await store.put(keyOf(environment, piece), writeRollup(rollup), until);
  }

  async function get(environment: Environment, piece: Piece): Promise<Rollup | undefined> {
    const text = await store.get(keyOf(environment, piece));
    return text === undefined ? undefined : readRollup(text);
  }

  async function read(environment: Environment, piece: Piece): Promise<Rollup | undefined> {
    const whole = await get(environment, piece);
    if (whole) return whole;
    const parts = await Promise.all(partsOf(piece).map((part) => read(environment, part)));
    return parts.some((part) => part) ? mergeAll(parts) : undefined;
  }

  /** Removes the hours and days that contain changing windows. Until they are written again, their parts are added up instead. */
  async function removeLarger(windows: readonly ReadWindow[], known: Range): Promise<void> {
    const keys = windows.flatMap(({ environment, start }) =>
      ([HOUR_MS, DAY_MS] as const)
        .map((sizeMs) => ({ sizeMs, start: floorTo(start, sizeMs) }))
        .filter((window) => isWithin(window, known))
        .map((window) => keyOf(environment, window)),
    );
    await Promise.all([...new Set(keys)].map((key) => store.delete(key)));
  }

  /** Writes and returns the windows of a size that contain the smaller windows just written. */
  async function writeLarger(
    smaller: readonly ReadWindow[],
    [smallerMs, sizeMs]: readonly [LevelMs, LevelMs],
    known: Range,
  ): Promise<readonly ReadWindow[]> {
    const written: ReadWindow[] = [];
    const groups = new Map<string, ReadWindow[]>();
    for (const window of smaller) {
      const name = `${window.environment} ${floorTo(window.start, sizeMs)}`;
      groups.set(name, [...(groups.get(name) ?? []), window]);
    }
    for (const group of groups.values()) {
      const [first] = group;
      if (!first) continue;
      const { environment } = first;
      const piece = { sizeMs, start: floorTo(first.start, sizeMs) };
      if (!isWithin(piece, known)) continue;
      // The store may have dropped a just written window because of its age.
      const fresh = new Map(group.map((window) => [window.start, window.rollup]));
      const parts = await Promise.all(
        piecesOf({ from: piece.start, to: piece.start + sizeMs }, smallerMs).map(
          async (part) => fresh.get(part.start) ?? read(environment, part),
        ),
      );
      const rollup = bound(mergeAll(parts));
      await put(environment, piece, rollup);
      written.push({ environment, start: piece.start, rollup });
    }
    return written;
  }

  return {
    /** The rollup of a window of any size; undefined if it is not kept. */
    read,
    /** Writes windows of five minutes, and the complete hours and days that contain them. */
    async write(windows: readonly ReadWindow[], known: Range): Promise<void> {
      const bounded = windows.map((window) => ({ ...window, rollup: bound(window.rollup) }));
      await removeLarger(windows, known);
      await Promise.all(
        bounded.map(async (window) => {
          await put(window.environment, { sizeMs: WINDOW_MS, start: window.start }, window.rollup);
          await putCounted(window);
        }),
      );
      const hours = await writeLarger(bounded, [WINDOW_MS, HOUR_MS], known);
      await writeLarger(hours, [HOUR_MS, DAY_MS], known);
    },
    /** The conversations behind a window of five minutes; undefined if they are not kept. */
    async counted(environment: Environment, start: number): Promise<Counted | undefined> {
      const text = await store.get(countedKey(environment, start));
      return text === undefined ? undefined : readCounted(text, start);
    },
    /** The sum of a range of whole five minutes, from windows up to a size. Missing windows count as nothing. */
    sum: async (environment: Environment, range: Range, maxSizeMs: number): Promise<Rollup> =>
      mergeAll(await Promise.all(piecesOf(range, maxSizeMs).map((piece) => read(environment, piece)))),
  };
}
