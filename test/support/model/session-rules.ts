import type { Chat } from '../../../src/chat/index.ts';
import type { SharedStorage } from '../scripted-ports.ts';
import type { Frame } from './session.ts';

/** Which session a page has, and when it may have another (spec messaging §11, §12; contract §2). */
export interface SessionRules {
  /** The session that the page has. */
  id(): string | null;
  /** The platform has told this page of the session's end, and before that of everything in it. */
  hasHeardTheEnd(): boolean;
  /** The visitor ended this session here. */
  hasEnded(sessionId: string): boolean;
  /** The visitor has begun another conversation, here or on another page. */
  mayBeReplaced(): boolean;
  /** `isComplete`: nothing of the session's journal is missing up to the end that the frame tells of. */
  heard(sessionId: string, frame: Frame, isComplete: (upTo: number) => boolean): void;
  /** The relay has answered. */
  answered(call: string, status: number): void;
  /** The visitor ends the chat on this page, or begins another. */
  ends(): void;
  restarts(): void;
  look(): void;
}

export function createSessionRules({
  chat,
  storage,
  begins,
  broken,
}: {
  chat: Chat;
  storage: SharedStorage;
  begins: () => void;
  broken: (rule: string) => void;
}): SessionRules {
  let id: string | null = null;
  /** The one that is over on this page, as long as it has no other. */
  let overId: string | null = null;
  let heardEndOf: string | null = null;
  let isRestarted = false;
  /** New sessions that there is a reason for: the visitor came, or began again, or the stored one is gone. */
  let due = 1;
  const endedHere = new Set<string | null>();
  const announced = new Set<string>();

  chat.on('sessionStart', ({ sessionId, resumed }) => {
    if (!resumed) due -= 1;
    if (due < 0) broken('§12: a session that nobody asked for');
    id = sessionId;
    overId = null;
    begins();
  });
  chat.on('sessionEnd', ({ sessionId }) => {
    overId = sessionId;
  });
  chat.on('message', (message) => {
    // In other words, and after its end, it is another complete message.
    const key = `${id} ${message.id} ${message.text}`;
    if (announced.has(key)) broken(`contract §2: ${message.id} is announced twice`);
    announced.add(key);
  });

  return {
    id: () => id,
    hasHeardTheEnd: () => id !== null && heardEndOf === id,
    hasEnded: (sessionId) => endedHere.has(sessionId),
    mayBeReplaced: () => isRestarted || (storage.id !== null && storage.id !== id),
    heard(sessionId, { events }, isComplete) {
      const end = events.find(({ stem }) => stem === 'SESSION_END');
      if (end && isComplete(end.sequence)) heardEndOf = sessionId;
    },
    answered(call, status) {
      if (call.endsWith('/resume') && (status === 404 || status === 410)) due += 1;
    },
    ends: () => void endedHere.add(id ?? storage.id),
    restarts() {
      endedHere.add(id ?? storage.id);
      isRestarted = true;
      due += 1;
      id = null;
    },
    look() {
      isRestarted = false;
      // It has followed another page, and waits for the session.
      const isElsewhere = chat.connection.value !== 'ended' && storage.id !== overId;
      if (overId !== null && id === overId && isElsewhere) id = null;
    },
  };
}
