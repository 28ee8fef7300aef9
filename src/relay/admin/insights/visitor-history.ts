import { parseJson } from '../../../base/bounded-body.ts';
import type { Clock } from '../../../base/clock.ts';
import { pause } from '../../../base/deadline.ts';
import type { CarriedReport } from '../../../protocol/visitor-health.ts';
import type { KeyValue, Lists } from '../../store/store.ts';
import { ceilTo, DAY_MS, floorTo, HOUR_MS, LEVELS, type Range, WINDOW_MS } from './thinning.ts';
import {
  createVisitorSums,
  readTally,
  sumOfTallies,
  tallyOf,
  type VisitorTally,
  writeTally,
} from './visitor-tally.ts';
import { createVisitorWindows } from './visitor-windows.ts';

/** The reports of pages in time (M-14.18), from all relays that share the store. */
export type VisitorHistory = ReturnType<typeof createVisitorHistory>;

interface VisitorHistoryPorts {
  readonly clock: Clock;
  readonly store: KeyValue & Lists;
  readonly signal: AbortSignal;
}

/** Each relay adds entries for its windows to one list. The windows of this time are made of them, by every relay. */
const INBOX_MS = DAY_MS;
/** Ten relays for a day. An entry has about 300 bytes. */
const MAX_INBOX = 3_000;
const SINCE = 'visitors-since';
const KEPT_MS = Math.max(...LEVELS.map(({ keptMs }) => keptMs));

/** Returns the history of a site by its name. A reconfigured site keeps it, with what is not stored yet. */
export function createVisitorBook(clock: Clock, signal: AbortSignal) {
  const bySite = new Map<string, VisitorHistory>();
  return (name: string, { store }: Pick<VisitorHistoryPorts, 'store'>): VisitorHistory => {
    const history = bySite.get(name) ?? createVisitorHistory({ clock, store, signal });
    bySite.set(name, history);
    return history;
  };
}

interface Entry {
  /** Beginning of the window. */
  readonly start: number;
  readonly tally: VisitorTally;
}

function readEntry(text: string): readonly Entry[] {
  const [start, written] = (parseJson(text) ?? []) as readonly [number, string];
  const tally = typeof written === 'string' ? readTally(written) : undefined;
  return tally ? [{ start, tally }] : [];
}

export function createVisitorHistory({ clock, store, signal }: VisitorHistoryPorts) {
  const { now } = clock;
  const windows = createVisitorWindows({ store, now });
  const inbox = store.list({ name: 'visitors', maxEntries: MAX_INBOX, maxAgeMs: INBOX_MS });
  /** Counts of this relay that are not in the store, by window. */
  let pending = createVisitorSums();

  async function append(): Promise<void> {
    // After a day without the store they would not be written any more.
    const mine = [...pending.read()].filter(([start]) => start > now() - INBOX_MS);
    pending = createVisitorSums();
    let isAvailable = true;
    for (const [start, tally] of mine) {
      const entry = JSON.stringify([start, writeTally(tally)]);
      // The store reports its own failures.
      isAvailable &&= await inbox.append(entry).then(
        () => true,
        () => false,
      );
      if (!isAvailable) pending.add(start, tally);
    }
  }

  /** Writes the windows that the inbox knows completely. A repetition changes nothing. */
  async function writeWindows(): Promise<void> {
    const entries = (await inbox.read(MAX_INBOX)).flatMap(readEntry);
    const sums = createVisitorSums();
    for (const { start, tally } of entries) sums.add(start, tally);
    const isCut = entries.length >= MAX_INBOX;
    const completeFrom = isCut ? Math.min(...entries.map(({ start }) => start)) + WINDOW_MS : 0;
    await windows.write(sums.read(), {
      from: ceilTo(Math.max(now() - INBOX_MS + HOUR_MS, completeFrom), HOUR_MS),
      to: floorTo(now(), HOUR_MS) + HOUR_MS,
    });
  }

  async function readSince(): Promise<number | undefined> {
    const text = await store.get(SINCE);
    return text === undefined ? undefined : Number(text);
  }

  /** Marks the beginning of the counts, and keeps the mark as long as windows. */
  async function keepSince(): Promise<void> {
    if (await store.claim(SINCE, String(now()), now() + KEPT_MS)) return;
    const since = await readSince();
    if (since !== undefined) await store.put(SINCE, String(since), now() + KEPT_MS);
  }

  let flushing: Promise<void> = Promise.resolve();
  function flush(): Promise<void> {
    flushing = flushing
      .then(append)
      .then(keepSince)
      .then(writeWindows)
      .catch(() => {});
    return flushing;
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await flush();
      await pause(clock, WINDOW_MS, signal);
    }
  }

  let isRunning = false;
  return {
    add: (report: CarriedReport): void => pending.add(floorTo(now(), WINDOW_MS), tallyOf(report)),
    /** Stores the counts of this relay every five minutes. Idempotent. */
    start(): void {
      if (isRunning) return;
      isRunning = true;
      void run();
    },
    /** Stores what is not stored yet. Never rejects. */
    flush,
    /** The sum of each range of whole windows, and the beginning of the counts; undefined: there are none. */
    async read(ranges: readonly Range[]) {
      await flushing;
      const sums = ranges.map(async (range) => {
        const mine = [...pending.read()].filter(([start]) => start >= range.from && start < range.to);
        return sumOfTallies([await windows.sum(range), ...mine.map(([, tally]) => tally)]);
      });
      return { sums: await Promise.all(sums), knownSince: await readSince() };
    },
  };
}
