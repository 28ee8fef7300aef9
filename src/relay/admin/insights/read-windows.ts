import { ok, type Result } from '../../../base/result.ts';
import type { PlatformError } from '../../../platform/index.ts';
import { countedOf, createCounted } from './counted.ts';
import { createSum, MAX_NAMES_IN_WINDOW, type Sum } from './merge.ts';
import type { Environment } from './plan.ts';
import { EMPTY_ROLLUP, rollup } from './rollup.ts';
import type { Unreadable } from './snapshot.ts';
import type { Sources } from './sources.ts';
import { floorTo, type Range, WINDOW_MS } from './thinning.ts';
import type { ReadWindow } from './windows.ts';

interface WindowsRead {
  readonly read: readonly ReadWindow[];
  readonly unreadable: readonly Unreadable[];
}

/** Reads the windows of a range and adds up their conversations, one page at a time. */
export async function readWindows(
  sources: Pick<Sources, 'conversations' | 'peaks'>,
  environment: Environment,
  span: Range,
): Promise<Result<WindowsRead, PlatformError>> {
  const unreadable: Unreadable[] = [];
  /** Of the windows that have conversations. */
  const sums = new Map<number, { readonly sum: Sum; readonly counted: ReturnType<typeof createCounted> }>();
  const createWindow = () => ({
    sum: createSum(MAX_NAMES_IN_WINDOW),
    counted: createCounted((span.to - span.from) / WINDOW_MS),
  });
  let count = 0;
  for await (const row of sources.conversations(environment, span)) {
    if (!row.ok) return row;
    const { conversation, isWhole } = row.value;
    const startedAt = Date.parse(conversation.started_at ?? '');
    const start = floorTo(startedAt, WINDOW_MS);
    // Compared this way round, so that an unreadable time is in no window.
    if (!(start >= span.from && start < span.to)) continue;
    const window = sums.get(start) ?? createWindow();
    sums.set(start, window);
    const one = rollup(conversation, isWhole);
    window.sum.add(one);
    window.counted.add(countedOf(conversation, one));
    if (!isWhole) unreadable.push({ environment, id: conversation.id, startedAt });
    count += 1;
  }
  const peaks = count > 0 ? await sources.peaks(environment, span) : ok(undefined);
  if (!peaks.ok) return peaks;
  const read: ReadWindow[] = [];
  for (let start = span.from; start < span.to; start += WINDOW_MS) {
    const window = sums.get(start);
    const peak = count > 0 ? peaks.value?.get(start) : 0;
    const sum = window?.sum.read() ?? EMPTY_ROLLUP;
    const counted = window && { counted: window.counted.read() };
    read.push({ environment, start, rollup: { ...sum, peak }, ...counted });
  }
  return ok({ read, unreadable });
}

/** Limit of kept ids of unreadable conversations. */
const MAX_UNREADABLE = 20;

/** The latest of them without duplicates: a window may be read again. */
export const latestOf = (all: readonly Unreadable[]): Unreadable[] =>
  [
    ...new Map(
      all.map((conversation) => [`${conversation.environment} ${conversation.id}`, conversation]),
    ).values(),
  ]
    .sort((a, b) => b.startedAt - a.startedAt)
    .slice(0, MAX_UNREADABLE);
