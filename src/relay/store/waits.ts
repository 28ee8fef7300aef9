import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import type { Clock } from '../../base/clock.ts';
import { MAX_QUEUE_NAME, MAX_WAIT_S, type ToldWait } from '../../protocol/usual-wait.ts';
import type { KeyValue, ListBounds, Lists } from './store.ts';

const BOUNDS: ListBounds = { name: 'waits', maxEntries: 200, maxAgeMs: 7 * 86_400_000 };
/** Fewer waits tell nothing. The median of the newest ones follows the staff of the hour. */
const FEWEST = 5;
const NEWEST = 21;
/** One address counts once in this time, so that many are needed to change a median. */
const PER_ADDRESS_MS = 10 * 60_000;

const keptWait = z.object({
  queue: z.string().max(MAX_QUEUE_NAME),
  seconds: z.int().min(0).max(MAX_WAIT_S),
});

/** Waits of the last visitors until a person joined them. */
export function createWaits({
  store,
  clock,
}: {
  readonly store: KeyValue & Lists;
  readonly clock: Pick<Clock, 'now'>;
}) {
  const list = store.list(BOUNDS);
  return {
    /** Counts a wait, unless that address has told one a while ago. */
    async add({ queue = '', seconds }: ToldWait, client: string): Promise<void> {
      if (await store.claim(`wait-told:${client}`, '1', clock.now() + PER_ADDRESS_MS))
        await list.append(JSON.stringify({ queue, seconds }));
    },
    /** Median in seconds of the last waits in a queue; null: there are too few. */
    async usual(queue: string): Promise<number | null> {
      const entries = await list.read(BOUNDS.maxEntries);
      const seconds = entries
        .flatMap((entry) => keptWait.safeParse(parseJson(entry)).data ?? [])
        .filter((wait) => wait.queue === queue)
        .slice(0, NEWEST)
        .map((wait) => wait.seconds)
        .sort((a, b) => a - b);
      return seconds.length < FEWEST ? null : (seconds[seconds.length >> 1] as number);
    },
  };
}
