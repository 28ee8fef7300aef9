import type { Conversation, Rollup } from './rollup.ts';
import { whole } from './rollup.ts';

/** A conversation of a window, with the figures that count it. */
export interface CountedConversation {
  readonly id: string;
  /** Whole seconds, in milliseconds since the epoch. */
  readonly startedAt: number;
  /** The reason of its handoff, as in the rollup; empty: none given. undefined: no handoff. */
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
  /** The slowest turn of the omitted conversations; undefined: none is omitted. */
  readonly leftOutMs: number | undefined;
}

/** Determines which figures count a conversation. `rollup` contains this conversation only, so that both always agree. */
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

/** Ranks of a conversation, one for each kind that figures link to. Higher is first; 0 means another kind. */
const RANKS: readonly ((conversation: CountedConversation) => number)[] = [
  (conversation) => (conversation.reason === undefined ? 0 : conversation.startedAt),
  (conversation) => (conversation.isSilent ? conversation.startedAt : 0),
  (conversation) => (conversation.isOutOfDomain ? conversation.startedAt : 0),
  (conversation) => (conversation.isUnreadable ? conversation.startedAt : 0),
  (conversation) => conversation.slowestMs,
];

/** Chooses the first conversations of each kind in turn: the newest ones, and the slowest ones. */
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

/** Drops conversations beyond `max`. */
export function boundCounted({ conversations, leftOutMs }: Counted, max: number): Counted {
  if (conversations.length <= max) return { conversations, leftOutMs };
  const kept = choose(conversations, max);
  const dropped = new Set(conversations);
  for (const conversation of kept) dropped.delete(conversation);
  const slowest = Math.max(leftOutMs ?? 0, ...[...dropped].map(({ slowestMs }) => slowestMs));
  return { conversations: kept, leftOutMs: slowest };
}

/** More than fit into a stored window. */
const MAX_OF_WINDOW = 75;
/** Limit of all windows that are read at once: a day has 288. */
const MAX_AT_ONCE = 4_000;
/** The platform chooses the ids. Long ones must not fill the store. */
const ID = /^[\w.~:@+=-]{1,64}$/;

/** Collects the conversations of one of `windows` windows, in bounded memory. */
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
      // Choosing is expensive, so it happens only at twice the limit.
      if (byId.size < 2 * max) return;
      const kept = bounded();
      byId.clear();
      for (const each of kept.conversations) byId.set(each.id, each);
      leftOutMs = kept.leftOutMs;
    },
    read: (): Counted => bounded(),
  };
}
