import type { DeskChat, DeskEntry, DeskEvent, DeskMessage } from '../protocol/desk.ts';

/** A sent message that the platform has not confirmed yet. */
export interface OutgoingMessage {
  readonly id: string;
  readonly text: string;
  readonly state: 'sending' | 'failed';
}

/** State of one conversation in this page. */
export interface Conversation {
  readonly entries: readonly DeskEntry[];
  readonly isTyping: boolean;
  /** Number of the visitor's messages that arrived while another conversation was selected. */
  readonly unread: number;
  readonly outgoing: readonly OutgoingMessage[];
  readonly draft: string;
}

/** State of the desk page. */
export interface DeskState {
  /** State of the event stream. */
  readonly connection: 'connecting' | 'open' | 'lost';
  readonly name: string;
  readonly isAvailable: boolean;
  /** The live agent's own chats, then waiting visitors; each oldest first. */
  readonly chats: readonly DeskChat[];
  /** Messages that visitors have left, the newest first. */
  readonly messages: readonly DeskMessage[];
  readonly conversations: Readonly<Record<string, Conversation>>;
  /** Id of the selected conversation. It stays selected after it has ended, so that its end can be read. */
  readonly selected: string | null;
  /** Message of the last failed call. */
  readonly error: string | null;
}

export const INITIAL_STATE: DeskState = {
  connection: 'connecting',
  name: '',
  isAvailable: true,
  chats: [],
  messages: [],
  conversations: {},
  selected: null,
  error: null,
};

const EMPTY: Conversation = { entries: [], isTyping: false, unread: 0, outgoing: [], draft: '' };

export const conversationOf = (state: DeskState, id: string): Conversation =>
  state.conversations[id] ?? EMPTY;
export const chatOf = (state: DeskState, id: string | null): DeskChat | undefined =>
  state.chats.find((chat) => chat.id === id);

/** Number of conversations that need this live agent: a visitor waits, or has written something new. */
export const attentionCount = (state: DeskState): number =>
  state.chats.filter((chat) => chat.state === 'waiting' || conversationOf(state, chat.id).unread > 0).length;

/** Text of the visitor's last message. Skips the message that asked for a person, if the visitor wrote another one before it. */
export function lastVisitorText(entries: readonly DeskEntry[]): string | undefined {
  const handoffAt = entries.findLastIndex(
    (entry) => entry.text === 'agentTriggeredHandoff' && entry.by === 'note',
  );
  const visitorEntries = (from: number, to?: number) =>
    entries.slice(from, to).filter((entry) => entry.by === 'visitor');
  const before = visitorEntries(0, handoffAt + 1);
  return (visitorEntries(handoffAt + 1).at(-1) ?? before.at(-2) ?? before.at(-1))?.text;
}

function withConversation(
  state: DeskState,
  id: string,
  change: (conversation: Conversation) => Partial<Conversation>,
): DeskState {
  const conversation = conversationOf(state, id);
  return {
    ...state,
    conversations: { ...state.conversations, [id]: { ...conversation, ...change(conversation) } },
  };
}

/** Removes the outgoing messages that are among the confirmed entries. */
const unconfirmed = (outgoing: readonly OutgoingMessage[], entries: readonly DeskEntry[]) =>
  outgoing.filter((message) => !entries.some(({ id }) => id === message.id));

/** Number of visitor messages that arrived while the stream was interrupted. 0 for the first history of a conversation. */
const missedCount = (before: readonly DeskEntry[], now: readonly DeskEntry[]) =>
  before.length === 0
    ? 0
    : now.filter((entry) => entry.by === 'visitor' && !before.some(({ id }) => id === entry.id)).length;

export function applyEvent(state: DeskState, { event, detail }: DeskEvent): DeskState {
  switch (event) {
    case 'desk': {
      const { name, available: isAvailable, chats } = detail;
      const isAtDesk = (id: string) => chats.some((chat) => chat.id === id);
      const kept = Object.entries(state.conversations).filter(
        ([id]) => id === state.selected || isAtDesk(id),
      );
      // A visitor who has left the desk sends no event when typing ends.
      const conversations = Object.fromEntries(
        kept.map(([id, conversation]) => [
          id,
          { ...conversation, isTyping: conversation.isTyping && isAtDesk(id) },
        ]),
      );
      return { ...state, connection: 'open', name, isAvailable, chats, conversations };
    }
    case 'history':
      return withConversation(state, detail.id, ({ entries, outgoing, unread }) => ({
        entries: detail.entries,
        isTyping: false,
        unread: unread + (detail.id === state.selected ? 0 : missedCount(entries, detail.entries)),
        outgoing: unconfirmed(outgoing, detail.entries),
      }));
    case 'entry': {
      const { id, entry } = detail;
      const isUnread = entry.by === 'visitor' && id !== state.selected;
      return withConversation(state, id, ({ entries, outgoing, unread }) => ({
        entries: [...entries, entry],
        outgoing: unconfirmed(outgoing, [entry]),
        unread: unread + (isUnread ? 1 : 0),
      }));
    }
    case 'messages':
      return { ...state, messages: detail.messages };
    case 'typing':
      return withConversation(state, detail.id, () => ({ isTyping: detail.typing }));
  }
}

export const select = (state: DeskState, selected: string | null): DeskState => {
  const next = { ...state, selected, error: null };
  return selected === null ? next : withConversation(next, selected, () => ({ unread: 0 }));
};

export const setDraft = (state: DeskState, id: string, draft: string): DeskState =>
  withConversation(state, id, () => ({ draft }));

/** Adds a message that is being sent, or sends a failed one again. */
export const startSending = (
  state: DeskState,
  id: string,
  { id: messageId, text }: Omit<OutgoingMessage, 'state'>,
): DeskState =>
  withConversation(state, id, ({ outgoing }) => ({
    outgoing: [
      ...outgoing.filter((message) => message.id !== messageId),
      { id: messageId, text, state: 'sending' as const },
    ],
  }));

export const failSending = (state: DeskState, id: string, messageId: string): DeskState =>
  withConversation(state, id, ({ outgoing }) => ({
    outgoing: outgoing.map((message) =>
      message.id === messageId ? { ...message, state: 'failed' as const } : message,
    ),
  }));
