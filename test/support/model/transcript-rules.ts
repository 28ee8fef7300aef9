import type { Chat, Entry, Message } from '../../../src/chat/index.ts';
import type { FakeClock } from '../fake-clock.ts';
import { clientIdOf, type Frame } from './session.ts';

/** Rules of the transcript at every moment (invariants I7 to I11). No message of the visitor disappears. */
export interface TranscriptRules {
  /** Checks the page; called after every change of the clock. */
  check(): void;
  received(frame: Frame): void;
  /** The visitor has sent or retried this message. */
  sent(id: string): void;
  /** True when this message was shown as failed at some time. */
  hasFailed(id: string): boolean;
}

type Delivery = NonNullable<Message['delivery']>;
/** Invariant I9: allowed changes of a delivery. One frame may cause several. */
const TRANSITIONS: Record<Delivery, readonly Delivery[]> = {
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
  violation,
  record,
}: {
  chat: Chat;
  clock: FakeClock;
  /** True when the visitor has started another conversation, here or on another page. */
  mayBeReplaced: () => boolean;
  violation: (rule: string) => void;
  record: (what: string) => void;
}): TranscriptRules {
  let before: readonly Entry[] = [];
  let hasEnded = false;
  let typingAt = Number.NEGATIVE_INFINITY;
  /** Lowest sequence of each message that has arrived. */
  let ranks = new Map<string, number>();
  let sendOrder: string[] = [];
  const failed = new Set<string>();

  const own = (entries: readonly Entry[]) =>
    entries.flatMap((entry) =>
      entry.kind === 'message' && entry.author === 'user'
        ? [[entry.id, entry.delivery ?? 'sent'] as const]
        : [],
    );

  function checkTransitions(now: readonly Entry[]): void {
    const deliveries = new Map(own(now));
    for (const [id, was] of own(before)) {
      const is = deliveries.get(id);
      if (is === undefined) {
        if (mayBeReplaced()) return reset();
        violation(`${id} is gone from the transcript`);
      } else if (is !== was && !TRANSITIONS[was].includes(is))
        violation(`I9: ${id} went from ${was} to ${is}`);
    }
  }

  /** Another conversation has replaced the last one. */
  function reset(): void {
    hasEnded = false;
    ranks = new Map();
  }

  function checkOrder(now: readonly Entry[]): void {
    const ids = new Set<string>();
    let rank = 0;
    const sending: string[] = [];
    for (const entry of now) {
      if (ids.has(entry.id)) violation(`I8: ${entry.id} is in the transcript twice`);
      ids.add(entry.id);
      if (entry.kind === 'notice') {
        record(`notice: ${entry.notice}`);
        continue;
      }
      if (entry.interrupted) record('message: interrupted');
      if (entry.delivery !== undefined) record(`message: ${entry.failure ?? entry.delivery}`);
      if (entry.delivery === 'failed') {
        failed.add(entry.id);
        continue;
      }
      if (entry.delivery === 'sending') {
        sending.push(entry.id);
        continue;
      }
      if (sending.length > 0) violation(`I7: ${entry.id} is after the unsent ${sending[0]}`);
      const its = ranks.get(entry.id) ?? rank;
      if (its < rank) violation(`I7: ${entry.id} of ${its} is after ${rank}`);
      rank = its;
    }
    const inOrder = sendOrder.filter((id) => sending.includes(id));
    if (inOrder.join() !== sending.join()) violation(`I7: ${sending} were sent as ${inOrder}`);
  }

  return {
    check() {
      const isEnded = chat.connection.value === 'ended';
      if (hasEnded && !isEnded && !mayBeReplaced())
        violation(`I10: ended, and then ${chat.connection.value}`);
      const now = chat.transcript.value;
      if (now !== before) {
        checkTransitions(now);
        checkOrder(now);
        before = now;
      }
      hasEnded = isEnded;
      if (chat.typing.value && clock.now() - typingAt > TYPING_MS) violation('I11: typing for over 30 s');
    },
    received(frame) {
      if (frame.isTyping) typingAt = clock.now();
      for (const event of frame.events) {
        if (!MESSAGES.includes(event.stem)) continue;
        const id = clientIdOf(event) ?? String(event.payload['message_id']);
        ranks.set(id, Math.min(event.sequence, ranks.get(id) ?? event.sequence));
      }
    },
    hasFailed: (id) => failed.has(id),
    sent(id) {
      sendOrder = [...sendOrder.filter((other) => other !== id), id];
    },
  };
}
