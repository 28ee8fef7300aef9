import type { Chat } from '../../../src/chat/index.ts';
import type { SharedStorage } from '../page-storage.ts';
import type { Frame } from './session.ts';

/** Rules of sessions: which one a page has and when it may get another (M-11.11, M-12.13; contract §2). */
export interface SessionRules {
  /** Id of the page's session. */
  sessionId(): string | null;
  /** True when the page has received the end of its session and everything before it. */
  hasReceivedEnd(): boolean;
  /** True when the visitor has ended this session on this page. */
  wasEndedHere(sessionId: string): boolean;
  /** True when the visitor has started another conversation, here or on another page. */
  mayBeReplaced(): boolean;
  /** A frame arrived. `isComplete`: no event is missing up to a sequence. */
  received(sessionId: string, frame: Frame, isComplete: (upTo: number) => boolean): void;
  /** The page has received a response of the relay. */
  relayAnswered(call: string, status: number): void;
  /** The visitor ends the chat on this page, or starts another. */
  ended(): void;
  restarted(): void;
  check(): void;
}

export function createSessionRules({
  chat,
  storage,
  sessionStarted,
  violation,
}: {
  chat: Chat;
  storage: SharedStorage;
  sessionStarted: () => void;
  violation: (rule: string) => void;
}): SessionRules {
  let id: string | null = null;
  /** Id of the ended session, as long as the page has no other. */
  let overId: string | null = null;
  let receivedEndOf: string | null = null;
  let isRestarted = false;
  /** Number of sessions that may be created: for the first start, for each restart, and when the stored session is gone. */
  let allowedSessions = 1;
  const endedHere = new Set<string | null>();
  const announced = new Set<string>();

  chat.on('sessionStart', ({ sessionId, resumed }) => {
    if (!resumed) allowedSessions -= 1;
    if (allowedSessions < 0) violation('M-12.13: a session without a reason');
    id = sessionId;
    overId = null;
    sessionStarted();
  });
  chat.on('sessionEnd', ({ sessionId }) => {
    overId = sessionId;
  });
  chat.on('message', (message) => {
    // A complete message that replaces a stream with other words is announced again.
    const key = `${id} ${message.id} ${message.text}`;
    if (announced.has(key)) violation(`contract §2: ${message.id} is announced twice`);
    announced.add(key);
  });

  return {
    sessionId: () => id,
    hasReceivedEnd: () => id !== null && receivedEndOf === id,
    wasEndedHere: (sessionId) => endedHere.has(sessionId),
    mayBeReplaced: () => isRestarted || (storage.id !== null && storage.id !== id),
    received(sessionId, { events }, isComplete) {
      const end = events.find(({ stem }) => stem === 'SESSION_END');
      if (end && isComplete(end.sequence)) receivedEndOf = sessionId;
    },
    relayAnswered(call, status) {
      if (call.endsWith('/resume') && (status === 404 || status === 410)) allowedSessions += 1;
    },
    ended: () => void endedHere.add(id ?? storage.id),
    restarted() {
      endedHere.add(id ?? storage.id);
      isRestarted = true;
      allowedSessions += 1;
      id = null;
    },
    check() {
      isRestarted = false;
      // The page has followed another page and waits for its session.
      const isElsewhere = chat.connection.value !== 'ended' && storage.id !== overId;
      if (overId !== null && id === overId && isElsewhere) id = null;
    },
  };
}
