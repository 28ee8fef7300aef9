import type { Conversation, Rollup } from './rollup.ts';
import { whole } from './rollup.ts';

/** A conversation of a window, with what figures count it as. */
export interface CountedConversation {
  readonly id: string;
  /** Whole seconds, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** Of its handoff, as the rollup has it; empty: none given. undefined: no handoff. */
  readonly reason: string | undefined;
  readonly isSilent: boolean;
  readonly isOutOfDomain: boolean;
  readonly isUnreadable: boolean;
  /** Latency of its slowest turn; 0: unknown. */
  readonly slowestMs: number;
}

/** The conversations behind the figures of a window. */
export interface Counted {
  readonly conversations: readonly CountedConversation[];
  /** The slowest turn of those that were left out; undefined: none was. */
  readonly leftOutMs: number | undefined;
}

/** Reads off what a conversation counts as. `rollup` is its own, so that both always agree. */
export function countedOf(
  { id, turns, started_at }: Conversation,
  { all, reasons }: Rollup,
): CountedConversation {
  return {
    id,
    startedAt: Math.floor(Date.parse(started_at ?? '') / 1_000) * 1_000,
    reason: [...reasons.named.keys()][0],
    isSilent: all.silentConversations > 0,
    isOutOfDomain: all.outOfDomainConversations > 0,
    isUnreadable: all.unreadable > 0,
    slowestMs: (turns ?? []).reduce((slowest, { latency }) => Math.max(slowest, whole(latency)), 0),
  };
}

/** Kinds of conversations that figures lead to, and the place of one among its kind: the highest first, 0 is not of the kind. */
const RANKS: readonly ((conversation: CountedConversation) => number)[] = [
  (conversation) => (conversation.reason === undefined ? 0 : conversation.startedAt),
  (conversation) => (conversation.isSilent ? conversation.startedAt : 0),
  (conversation) => (conversation.isOutOfDomain ? conversation.startedAt : 0),
  (conversation) => (conversation.isUnreadable ? conversation.startedAt : 0),
  (conversation) => conversation.slowestMs,
];

/** As many of each kind, as far as there are so many: the newest, and the slowest. */
function choose(all: readonly CountedConversation[], max: number): readonly CountedConversation[] {
  const queues = RANKS.map((rank) =>
    all.filter((conversation) => rank(conversation) > 0).sort((one, other) => rank(other) - rank(one)),
  );
  const chosen = new Set<CountedConversation>();
  for (let place = 0; place < all.length && chosen.size < max; place += 1)
    for (const queue of queues) {
      const conversation = queue[place];
      if (conversation && chosen.size < max) chosen.add(conversation);
    }
  return [...chosen];
}

/** Leaves some out, so that no more than so many are kept. */
export function boundCounted({ conversations, leftOutMs }: Counted, max: number): Counted {
  if (conversations.length <= max) return { conversations, leftOutMs };
  const kept = choose(conversations, max);
  const dropped = new Set(conversations);
  for (const conversation of kept) dropped.delete(conversation);
  const slowest = Math.max(leftOutMs ?? 0, ...[...dropped].map(({ slowestMs }) => slowestMs));
  return { conversations: kept, leftOutMs: slowest };
}

/** More than a stored window has room for. */
const MAX_OF_WINDOW = 75;
/** Of all windows that are read at once: a day has 288. */
const MAX_AT_ONCE = 4_000;
/** Ids are named by the platform: whoever invents long ones must not fill the store. */
const ID = /^[\w.~:@+=-]{1,64}$/;

/** Collects the conversations of one of so many windows, in memory of a bounded size. */
export function createCounted(windows: number) {
  const max = Math.min(MAX_OF_WINDOW, Math.floor(MAX_AT_ONCE / windows));
  const byId = new Map<string, CountedConversation>();
  let leftOutMs: number | undefined;
  const bounded = () => boundCounted({ conversations: [...byId.values()], leftOutMs }, max);
  return {
    add(conversation: CountedConversation): void {
      if (RANKS.every((rank) => rank(conversation) === 0)) return;
      if (!ID.test(conversation.id)) leftOutMs = Math.max(leftOutMs ?? 0, conversation.slowestMs);
      else byId.set(conversation.id, conversation);
      // So that they are chosen from rarely.
      if (byId.size < 2 * max) return;
      const kept = bounded();
      byId.clear();
      for (const each of kept.conversations) byId.set(each.id, each);
      leftOutMs = kept.leftOutMs;
    },
    read: (): Counted => bounded(),
  };
}
