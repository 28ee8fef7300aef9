import type { CountedConversation } from './counted.ts';
import type { Environment } from './plan.ts';
import { floorTo, LEVELS, type Range, WINDOW_MS } from './thinning.ts';
import type { Windows } from './windows.ts';

/** Limit of conversations in an answer. */
export const MAX_LISTED = 1_000;
/** Windows to read without a pause, because every request of the relay waits for them. */
const AT_ONCE = 25;

/** The reason why conversations are missing: they are no longer kept, a window had too many, or the answer is full. */
type Limit = 'forgotten' | 'busy' | 'listed';

export interface CountedRange {
  /** The newest first. */
  readonly conversations: readonly CountedConversation[];
  /** Missing conversations have no slower turn than this; undefined: none is missing. */
  readonly missingMs: number | undefined;
  readonly limit: Limit | undefined;
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Reads the conversations in a range of whole windows that `isSelected` selects, from its end on. */
export async function readCounted(
  windows: Pick<Windows, 'counted' | 'read'>,
  environment: Environment,
  range: Range,
  isSelected: (conversation: CountedConversation) => boolean,
  now: number,
): Promise<CountedRange> {
  const found = new Map<string, CountedConversation>();
  let missingMs: number | undefined;
  let limit: Limit | undefined;
  const miss = (why: Limit, slowestMs = Number.POSITIVE_INFINITY) => {
    missingMs = Math.max(missingMs ?? 0, slowestMs);
    limit ??= why;
  };

  async function add(start: number): Promise<void> {
    const counted = await windows.counted(environment, start);
    if (counted?.leftOutMs !== undefined) miss('busy', counted.leftOutMs);
    for (const conversation of counted?.conversations ?? [])
      if (isSelected(conversation)) found.set(conversation.id, conversation);
    if (counted) return;
    // A window with latencies had conversations, so these have expired.
    const rollup = await windows.read(environment, { sizeMs: WINDOW_MS, start });
    if (rollup && rollup.all.latency.size > 0) miss('forgotten');
  }

  const keptFrom = floorTo(now - LEVELS[0].keptMs, WINDOW_MS) + WINDOW_MS;
  if (range.from < keptFrom) miss('forgotten');
  const from = Math.max(range.from, keptFrom);
  for (let end = range.to; end > from; end -= AT_ONCE * WINDOW_MS) {
    const starts = Array.from({ length: AT_ONCE }, (_, nth) => end - (nth + 1) * WINDOW_MS);
    await Promise.all(starts.filter((start) => start >= from).map(add));
    if (found.size > MAX_LISTED) {
      miss('listed');
      break;
    }
    await pause();
  }
  const conversations = [...found.values()].sort((one, other) => other.startedAt - one.startedAt);
  return { conversations: conversations.slice(0, MAX_LISTED), missingMs, limit };
}
