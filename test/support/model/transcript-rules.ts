import type { Chat, Entry, Message } from '../../../src/chat/index.ts';
import type { FakeClock } from '../fake-clock.ts';
import { clientIdOf, type Frame } from './session.ts';

/** What a page may show, at every moment (invariants I7 to I11, promise R1). */
export interface TranscriptRules {
  /** Looks at the page; called after every movement of the clock. */
  look(): void;
  heard(frame: Frame): void;
  /** The visitor has sent this message, or sends it again. */
  said(id: string): void;
  /** The visitor was told at some time that this message has failed. */
  hasFailed(id: string): boolean;
}

type Delivery = NonNullable<Message['delivery']>;
/** I9, with what may happen in one frame taken together. */
const MOVES: Record<Delivery, readonly Delivery[]> = {
  sending: ['sent', 'delivered', 'read', 'failed'],
  failed: ['sending', 'sent', 'delivered', 'read'],
  sent: ['delivered', 'read'],
  delivered: ['read'],
  read: [],
};
const TYPING_MS = 30_000;
const MESSAGES = ['USER_MESSAGE', 'AGENT_MESSAGE', 'AGENT_MESSAGE_CHUNK', 'LIVE_AGENT_MESSAGE'];

export function createTranscriptRules({
  chat,
  clock,
  mayBeReplaced,
  broken,
  happened,
}: {
  chat: Chat;
  clock: FakeClock;
  /** The visitor has begun another conversation, here or on another page. */
  mayBeReplaced: () => boolean;
  broken: (rule: string) => void;
  happened: (what: string) => void;
}): TranscriptRules {
  let before: readonly Entry[] = [];
  let hasEnded = false;
  let typingAt = Number.NEGATIVE_INFINITY;
  /** The lowest sequence of each message that has arrived. */
  let ranks = new Map<string, number>();
  let sendOrder: string[] = [];
  const failed = new Set<string>();

  const own = (entries: readonly Entry[]) =>
    entries.flatMap((it) =>
      it.kind === 'message' && it.author === 'user' ? [[it.id, it.delivery ?? 'sent'] as const] : [],
    );

  function checkMoves(now: readonly Entry[]): void {
    const deliveries = new Map(own(now));
    for (const [id, was] of own(before)) {
      const is = deliveries.get(id);
      if (is === undefined) {
        if (mayBeReplaced()) return forget();
        broken(`R1: ${id} is gone from the list`);
      } else if (is !== was && !MOVES[was].includes(is)) broken(`I9: ${id} went from ${was} to ${is}`);
    }
  }

  /** Another conversation has taken the place of the last one. */
  function forget(): void {
    hasEnded = false;
    ranks = new Map();
  }

  function checkOrder(now: readonly Entry[]): void {
    const ids = new Set<string>();
    let rank = 0;
    const sending: string[] = [];
    for (const entry of now) {
      if (ids.has(entry.id)) broken(`I8: ${entry.id} stands there twice`);
      ids.add(entry.id);
      if (entry.kind === 'notice') {
        happened(`notice: ${entry.notice}`);
        continue;
      }
      if (entry.interrupted) happened('message: interrupted');
      if (entry.delivery !== undefined) happened(`message: ${entry.failure ?? entry.delivery}`);
      if (entry.delivery === 'failed') {
        failed.add(entry.id);
        continue;
      }
      if (entry.delivery === 'sending') {
        sending.push(entry.id);
        continue;
      }
      if (sending.length > 0) broken(`I7: ${entry.id} stands behind the unsent ${sending[0]}`);
      const its = ranks.get(entry.id) ?? rank;
      if (its < rank) broken(`I7: ${entry.id} of ${its} stands behind ${rank}`);
      rank = its;
    }
    const inOrder = sendOrder.filter((id) => sending.includes(id));
    if (inOrder.join() !== sending.join()) broken(`I7: ${sending} were sent as ${inOrder}`);
  }

  return {
    look() {
      const isEnded = chat.connection.value === 'ended';
      if (hasEnded && !isEnded && !mayBeReplaced()) broken(`I10: ended, and then ${chat.connection.value}`);
      const now = chat.transcript.value;
      if (now !== before) {
        checkMoves(now);
        checkOrder(now);
        before = now;
      }
      hasEnded = isEnded;
      if (chat.typing.value && clock.now() - typingAt > TYPING_MS) broken('I11: typing for over 30 s');
    },
    heard(frame) {
      if (frame.isTyping) typingAt = clock.now();
      for (const event of frame.events) {
        if (!MESSAGES.includes(event.stem)) continue;
        const id = clientIdOf(event) ?? String(event.payload['message_id']);
        ranks.set(id, Math.min(event.sequence, ranks.get(id) ?? event.sequence));
      }
    },
    hasFailed: (id) => failed.has(id),
    said(id) {
      sendOrder = [...sendOrder.filter((it) => it !== id), id];
    },
  };
}
