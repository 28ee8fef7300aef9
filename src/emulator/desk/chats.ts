import type { Clock } from '../../base/clock.ts';
import type { DeskEntry, DeskEvent } from '../../protocol/desk.ts';
import type { SentEvent } from '../../protocol/server-frames.ts';
import type { Attended, Conversation, Waiting } from '../model/conversation.ts';
import type { Journal } from '../model/journal.ts';
import type { LiveSession } from '../sessions/live-session.ts';
import type { SessionUpdate } from '../sessions/session-update.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { createEntryReader, type EntryReader } from './entry-reader.ts';

/** A conversation at the desk: its visitor waits for a live agent or talks to one. */
export interface Chat<State extends Waiting | Attended = Waiting | Attended> {
  readonly id: string;
  readonly session: LiveSession;
  readonly conversation: State;
  /** The start of its current state, in milliseconds. */
  readonly since: number;
  readonly entries: readonly DeskEntry[];
  readonly isTyping: boolean;
  /** Ids of the live agent's messages that wait until the agent has finished. */
  readonly pendingIds: Set<string>;
}

export type TimeoutReason = 'queue_timeout' | 'visitor_gone';

export interface ChatsPorts {
  readonly sessions: Pick<Sessions, 'all' | 'live'>;
  readonly journal: Pick<Journal, 'events'>;
  readonly clock: Clock;
  /** Sends an event to the pages that show the chat. */
  publish(chat: Chat, event: DeskEvent): void;
  /** Called when a visitor has waited for too long, or while no page of theirs was there. */
  onTimeout(chat: Chat<Waiting>, reason: TimeoutReason): void;
}

interface MutableChat extends Chat {
  conversation: Waiting | Attended;
  since: number;
  /** Announced end of the wait; zero until a wait was announced. */
  deadline: number;
  readonly entries: DeskEntry[];
  readonly read: EntryReader;
  isTyping: boolean;
  cancelTyping(): void;
  cancelTimeout(): void;
  cancelGone(): void;
}

/** The longest time for which a visitor waits for a live agent, unless a longer wait was announced. */
const MAX_WAIT_MS = 180_000;
/** Time without a page after which a waiting visitor has given up. A reload or a reconnect takes less. */
const GONE_AFTER_MS = 60_000;
/** Clients repeat the typing event every 3 s (M-11.6). */
const TYPING_MS = 8_000;

export const isAtDesk = (conversation: Conversation | undefined): conversation is Waiting | Attended =>
  conversation?.partner === 'queue' || conversation?.partner === 'person';
const isWaiting = <It extends Chat>(chat: It): chat is It & Chat<Waiting> =>
  chat.conversation.partner === 'queue';
const isOf = <It extends Chat>(chat: It, personId: string): chat is It & Chat<Attended> =>
  chat.conversation.partner === 'person' && chat.conversation.person.id === personId;

/** The form in which the desk's pages list a chat. */
export const listed = ({ id, since, conversation: { partner, language, reason } }: Chat) => ({
  id,
  state: partner === 'queue' ? ('waiting' as const) : ('mine' as const),
  since,
  language,
  reason,
});

export function createChats({ sessions, journal, clock, publish, onTimeout }: ChatsPorts) {
  const chats = new Map<string, MutableChat>();

  function newChat(session: LiveSession, conversation: Waiting | Attended): MutableChat {
    const read = createEntryReader();
    const entries = journal.events(session.id, 0).map(read);
    return {
      id: session.id,
      session,
      conversation,
      since: 0,
      deadline: 0,
      entries: entries.filter((entry) => entry !== undefined),
      read,
      isTyping: false,
      pendingIds: new Set(),
      cancelTyping: () => {},
      cancelTimeout: () => {},
      cancelGone: () => {},
    };
  }

  function remove(chat: MutableChat) {
    chat.cancelTimeout();
    chat.cancelGone();
    chat.cancelTyping();
    chats.delete(chat.id);
  }

  /** Adds, updates or removes a chat by the state of its session. Returns whether there was a change. */
  function sync(sessionId: string): boolean {
    const session = sessions.live(sessionId);
    const conversation = session?.conversation();
    const before = chats.get(sessionId);
    if (!session || !isAtDesk(conversation)) {
      if (before) remove(before);
      return before !== undefined;
    }
    const chat = before ?? newChat(session, conversation);
    chats.set(sessionId, chat);
    const wasWith = before?.conversation.partner === 'person' ? before.conversation.person.id : undefined;
    const isSamePerson = conversation.partner === 'person' && conversation.person.id === wasWith;
    const since =
      conversation.partner === 'queue' ? conversation.since : isSamePerson ? chat.since : clock.now();
    if (since !== chat.since) chat.deadline = 0;
    chat.conversation = conversation;
    chat.since = since;
    startTimeout(chat);
    startGoneTimer(chat);
    return true;
  }

  /** Watches whether a visitor without a page comes back. */
  function startGoneTimer(chat: MutableChat) {
    chat.cancelGone();
    const isGone = () => isWaiting(chat) && chat.session.connectionCount() === 0;
    if (!isGone()) return;
    chat.cancelGone = clock.after(GONE_AFTER_MS, () => {
      if (isGone()) onTimeout(chat as MutableChat & Chat<Waiting>, 'visitor_gone');
    });
  }

  function startTimeout(chat: MutableChat) {
    chat.cancelTimeout();
    const leftMs = Math.max(chat.since + MAX_WAIT_MS, chat.deadline) - clock.now();
    if (isWaiting(chat)) chat.cancelTimeout = clock.after(leftMs, () => onTimeout(chat, 'queue_timeout'));
  }

  function setTyping(chat: MutableChat, isTyping: boolean) {
    chat.cancelTyping();
    if (isTyping) chat.cancelTyping = clock.after(TYPING_MS, () => setTyping(chat, false));
    if (chat.isTyping === isTyping) return;
    chat.isTyping = isTyping;
    publish(chat, { event: 'typing', detail: { id: chat.id, typing: isTyping } });
  }

  function addEvent(chat: MutableChat, event: SentEvent) {
    if (event.kind === 'userMessage') setTyping(chat, false);
    const entry = chat.read(event);
    if (!entry) return;
    chat.entries.push(entry);
    chat.pendingIds.delete(entry.id);
    publish(chat, { event: 'entry', detail: { id: chat.id, entry } });
  }

  for (const { id } of sessions.all()) sync(id);

  return {
    get: (id: string): Chat | undefined => chats.get(id),
    /** Longest wait first. */
    waiting: (): readonly Chat<Waiting>[] =>
      [...chats.values()].filter(isWaiting).sort((a, b) => a.since - b.since),
    /** Longest conversation first. */
    of: (personId: string): readonly Chat<Attended>[] =>
      [...chats.values()].filter((chat) => isOf(chat, personId)).sort((a, b) => a.since - b.since),
    /** Sets the announced end of a visitor's wait. The chat does not time out before it. */
    setDeadline(id: string, at: number): void {
      const chat = chats.get(id);
      if (!chat) return;
      chat.deadline = at;
      startTimeout(chat);
    },
    /** Applies a session's update. Returns true when the list of chats, or the state of one, has changed. */
    update(update: SessionUpdate): boolean {
      const { sessionId, kind } = update;
      if (kind === 'conversationChanged' || kind === 'ended') return sync(sessionId);
      const chat = chats.get(sessionId);
      if (chat && kind === 'disconnected') startGoneTimer(chat);
      if (chat && kind === 'event') addEvent(chat, update.event);
      else if (chat) setTyping(chat, kind === 'visitorTyping' && update.state === 'started');
      return false;
    },
    dispose(): void {
      for (const chat of [...chats.values()]) remove(chat);
    },
  };
}
