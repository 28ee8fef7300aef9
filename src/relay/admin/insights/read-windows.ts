import { ok, type Result } from '../../../base/result.ts';
import type { PlatformError } from '../../../platform/index.ts';
import { merge } from './merge.ts';
import type { Environment } from './plan.ts';
import { NOTHING, type Rollup, rollup } from './rollup.ts';
import type { Unreadable } from './snapshot.ts';
import type { Sources } from './sources.ts';
import { floorTo, type Range, WINDOW_MS } from './thinning.ts';
import type { ReadWindow } from './windows.ts';

interface Reading {
  readonly read: readonly ReadWindow[];
  readonly unreadable: readonly Unreadable[];
}

/** Reads the windows of a range and adds up their conversations, a page at a time. */
export async function readWindows(
  sources: Pick<Sources, 'conversations' | 'peaks'>,
  environment: Environment,
  span: Range,
): Promise<Result<Reading, PlatformError>> {
  const unreadable: Unreadable[] = [];
  const rollups = new Map<number, Rollup>();
  for (let start = span.from; start < span.to; start += WINDOW_MS) rollups.set(start, NOTHING);
  let count = 0;
  for await (const it of sources.conversations(environment, span)) {
    if (!it.ok) return it;
    const { conversation, isWhole } = it.value;
    const startedAt = Date.parse(conversation.started_at ?? '');
    const start = floorTo(startedAt, WINDOW_MS);
    const before = rollups.get(start);
    if (before === undefined) continue;
    rollups.set(start, merge(before, rollup(conversation, isWhole)));
    if (!isWhole) unreadable.push({ environment, id: conversation.id, startedAt });
    count += 1;
  }
  const peaks = count > 0 ? await sources.peaks(environment, span) : ok(undefined);
  if (!peaks.ok) return peaks;
  const read = [...rollups].map(([start, it]) => ({
    environment,
    start,
    rollup: { ...it, peak: count > 0 ? peaks.value?.get(start) : 0 },
  }));
  return ok({ read, unreadable });
}

/** Conversations that could not be read whose ids are kept. */
const MAX_UNREADABLE = 20;

/** The latest of them, each once: a window may be read again. */
export const latestOf = (all: readonly Unreadable[]): Unreadable[] =>
  [...new Map(all.map((it) => [`${it.environment} ${it.id}`, it])).values()]
    .sort((a, b) => b.startedAt - a.startedAt)
    .slice(0, MAX_UNREADABLE);
