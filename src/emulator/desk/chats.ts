import type { Clock } from '../../base/clock.ts';
import type { DeskEntry, DeskNews } from '../../protocol/desk.ts';
import type { SentEvent } from '../../protocol/server-frames.ts';
import type { Attended, Conversation, Waiting } from '../conversation.ts';
import type { Happening } from '../happening.ts';
import type { Journal } from '../journal.ts';
import type { LiveSession } from '../live-session.ts';
import type { Sessions } from '../sessions.ts';
import { createReader, type Reader } from './reader.ts';

/** A conversation that is at the desk: its visitor waits for a person, or talks to one. */
export interface Chat<Stand extends Waiting | Attended = Waiting | Attended> {
  readonly id: string;
  readonly session: LiveSession;
  readonly conversation: Stand;
  /** Since when it has stood as it does, in milliseconds. */
  readonly since: number;
  readonly entries: readonly DeskEntry[];
  readonly isTyping: boolean;
  /** Messages of the person that are to be said once the agent has finished, by their ids. */
  readonly unsaid: Set<string>;
}

export interface Chats {
  get(id: string): Chat | undefined;
  /** First come, first served. */
  waiting(): readonly Chat<Waiting>[];
  of(personId: string): readonly Chat<Attended>[];
  /** Follows what happens in sessions; true when who is at the desk, or how, has changed. */
  follow(happening: Happening): boolean;
  dispose(): void;
}

export interface ChatsPorts {
  readonly sessions: Pick<Sessions, 'all' | 'live'>;
  readonly journal: Pick<Journal, 'events'>;
  readonly clock: Clock;
  tell(chat: Chat, news: DeskNews): void;
  /** A visitor has waited too long. */
  onWaitedInVain(chat: Chat<Waiting>): void;
}

interface Kept extends Chat {
  conversation: Waiting | Attended;
  since: number;
  readonly entries: DeskEntry[];
  readonly read: Reader;
  isTyping: boolean;
  cancelTyping(): void;
  cancelWait(): void;
}

/** How long a visitor waits for a person before the agent goes on. */
const PATIENCE_MS = 180_000;
/** A client says every three seconds that its visitor types (messaging §11). */
const TYPING_MS = 8_000;

export const isAtDesk = (it: Conversation | undefined): it is Waiting | Attended =>
  it?.partner === 'queue' || it?.partner === 'person';
const isWaiting = <It extends Chat>(chat: It): chat is It & Chat<Waiting> =>
  chat.conversation.partner === 'queue';
const isOf = <It extends Chat>(chat: It, personId: string): chat is It & Chat<Attended> =>
  chat.conversation.partner === 'person' && chat.conversation.person.id === personId;

/** As pages are told of it. */
export const listed = ({ id, since, conversation: { partner, language } }: Chat) => ({
  id,
  state: partner === 'queue' ? ('waiting' as const) : ('mine' as const),
  since,
  language,
});

export function createChats({ sessions, journal, clock, tell, onWaitedInVain }: ChatsPorts): Chats {
  const chats = new Map<string, Kept>();

  function arrive(session: LiveSession, conversation: Waiting | Attended): Kept {
    const read = createReader();
    const entries = journal.events(session.id, 0).map(read);
    return {
      id: session.id,
      session,
      conversation,
      since: 0,
      entries: entries.filter((it) => it !== undefined),
      read,
      isTyping: false,
      unsaid: new Set(),
      cancelTyping: () => {},
      cancelWait: () => {},
    };
  }

  function forget(chat: Kept) {
    chat.cancelWait();
    chat.cancelTyping();
    chats.delete(chat.id);
  }

  /** Lets a conversation come to the desk, stand there otherwise, or leave it. */
  function settle(sessionId: string): boolean {
    const session = sessions.live(sessionId);
    const conversation = session?.conversation();
    const before = chats.get(sessionId);
    if (!session || !isAtDesk(conversation)) {
      if (before) forget(before);
      return before !== undefined;
    }
    const chat = before ?? arrive(session, conversation);
    chats.set(sessionId, chat);
    chat.cancelWait();
    chat.conversation = conversation;
    chat.since = conversation.partner === 'queue' ? conversation.since : clock.now();
    const leftMs = chat.since + PATIENCE_MS - clock.now();
    if (isWaiting(chat)) chat.cancelWait = clock.after(leftMs, () => onWaitedInVain(chat));
    return true;
  }

  function setTyping(chat: Kept, isTyping: boolean) {
    chat.cancelTyping();
    if (isTyping) chat.cancelTyping = clock.after(TYPING_MS, () => setTyping(chat, false));
    if (chat.isTyping === isTyping) return;
    chat.isTyping = isTyping;
    tell(chat, { news: 'typing', detail: { id: chat.id, typing: isTyping } });
  }

  function hear(chat: Kept, event: SentEvent) {
    if (event.kind === 'userMessage') setTyping(chat, false);
    const entry = chat.read(event);
    if (!entry) return;
    chat.entries.push(entry);
    chat.unsaid.delete(entry.id);
    tell(chat, { news: 'entry', detail: { id: chat.id, entry } });
  }

  for (const { id } of sessions.all()) settle(id);

  return {
    get: (id) => chats.get(id),
    waiting: () => [...chats.values()].filter(isWaiting).sort((a, b) => a.since - b.since),
    of: (personId) => [...chats.values()].filter((it) => isOf(it, personId)),
    follow(happening) {
      const { sessionId, happened } = happening;
      if (happened === 'turned' || happened === 'ended') return settle(sessionId);
      const chat = chats.get(sessionId);
      if (chat && happened === 'said') hear(chat, happening.event);
      else if (chat) setTyping(chat, happened === 'typed' && happening.state === 'started');
      return false;
    },
    dispose() {
      for (const chat of [...chats.values()]) forget(chat);
    },
  };
}
