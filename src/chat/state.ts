import type { Dialect } from '../protocol/dialect.ts';
import type { ClientCommand } from '../protocol/events.ts';
import type { ChatEvents } from './chat.ts';
import { type Conversation, conversationDue, emptyConversation } from './conversation.ts';
import { type Join, joinDue, unasked } from './join.ts';
import { heartbeatMs, idle, isActive, isLive, type Link, linkDue } from './link.ts';
import { confirmDue, type Outbox } from './outbox.ts';
import type { News } from './ports.ts';
import { type Purpose, type RelayAnswer, type Session, sessionDue } from './session.ts';

/** Everything the client knows. Deadlines are part of it: what is due next is derived, no timer is kept anywhere. */
export interface ChatState {
  readonly session: Session;
  readonly link: Link;
  readonly join: Join;
  readonly conversation: Conversation;
  readonly outbox: Outbox;
  /** Doubtful messages are looked for in the replay until then. */
  readonly settleUntil: number | null;
  /** The platform was asked to end the session; until then at most. */
  readonly endingUntil: number | null;
  /** The visitor's own typing as the platform knows it. */
  readonly typingOut: { readonly startedAt: number; readonly until: number } | null;
  /** A question to the relay about the session, and the socket that gave rise to it. */
  readonly inquiry: { readonly call: number; readonly until: number; readonly socket: number | null } | null;
  readonly isOnline: boolean;
  /** Nobody looks at the conversation: it lets go of its socket then. */
  readonly restAt: number | null;
  /** The page was left; the back-forward cache may bring it back. */
  readonly isAway: boolean;
  /** The first history of this page is in: what comes now is news. */
  readonly hasBeenLive: boolean;
  /** Handshakes that failed in a row; a link that opened and spoke starts the count again. */
  readonly failedHandshakes: number;
  /** A socket without any history was given its one second chance. */
  readonly hasRetriedHistory: boolean;
  /** A protocol fault of the far side (1002, 1003, 1007, 1008) was given its one second chance. */
  readonly hasRetriedFault: boolean;
  /** When the recent binary frames came. */
  readonly binaryAt: readonly number[];
  /** Numbers sockets and calls, so that late answers of old ones are known as such. */
  readonly counter: number;
}

/** A conversation that has not begun; what the page knows of itself stays. */
export const initialState = ({
  isOnline,
  restAt = null,
  isAway = false,
  counter = 0,
}: Pick<ChatState, 'isOnline'> & Partial<ChatState>): ChatState => ({
  session: { at: 'none' },
  link: idle,
  join: unasked,
  conversation: emptyConversation,
  outbox: [],
  settleUntil: null,
  endingUntil: null,
  typingOut: null,
  inquiry: null,
  isOnline,
  restAt,
  isAway,
  hasBeenLive: false,
  failedHandshakes: 0,
  hasRetriedHistory: false,
  hasRetriedFault: false,
  binaryAt: [],
  counter,
});

/** Everything that happens to the client. `at` is milliseconds, `roll` a number in [0, 1) for whatever is spread. */
export type Input = { readonly at: number; readonly roll: number } & Happening;

export type Happening =
  | { readonly is: 'start'; readonly storedSessionId: string | null }
  | { readonly is: 'rest' }
  | { readonly is: 'send'; readonly id: string; readonly text: string }
  | { readonly is: 'retry'; readonly id: string }
  | { readonly is: 'typing'; readonly isTyping: boolean }
  | { readonly is: 'end' }
  | { readonly is: 'restart' }
  | { readonly is: 'reconnect' }
  | { readonly is: 'relay-answered'; readonly call: number; readonly answer: RelayAnswer }
  | { readonly is: 'socket-opened'; readonly socket: number }
  | { readonly is: 'frame'; readonly socket: number; readonly text: string }
  | { readonly is: 'binary-frame'; readonly socket: number }
  | { readonly is: 'socket-closed'; readonly socket: number; readonly code: number }
  | { readonly is: News }
  /** Another page of this browser began, ended or restarted the conversation; or may have, while this page was away. */
  | { readonly is: 'stored'; readonly sessionId: string | null }
  | { readonly is: 'tick' };

/** What the shell has to do. */
export type Effect =
  | { readonly do: 'call-relay'; readonly call: number; readonly purpose: Purpose }
  | { readonly do: 'ask-state'; readonly call: number; readonly sessionId: string }
  | { readonly do: 'abandon-call'; readonly call: number }
  /** The relay may drop the session's token. */
  | { readonly do: 'forget-session'; readonly sessionId: string }
  | { readonly do: 'open-socket'; readonly socket: number; readonly url: string }
  /** Opens it with a new ticket. A relay that gives none is a handshake that failed. */
  | {
      readonly do: 'renew-socket';
      readonly socket: number;
      readonly sessionId: string;
      readonly cursor: number;
    }
  | { readonly do: 'close-socket'; readonly socket: number }
  | {
      readonly do: 'send-frame';
      readonly socket: number;
      readonly command: ClientCommand;
      readonly dialect: Dialect;
    }
  | { readonly do: 'remember'; readonly sessionId: string }
  /** Unless another page has begun another session meanwhile. */
  | { readonly do: 'forget'; readonly sessionId: string }
  | EmitEffect;

export type EmitEffect = {
  readonly [Name in keyof ChatEvents]: {
    readonly do: 'emit';
    readonly name: Name;
    readonly detail: ChatEvents[Name];
  };
}[keyof ChatEvents];

export const intervalOf = (state: ChatState): number | null => heartbeatMs(state.conversation.capabilities);

/** When time alone changes something next; null: never. */
export function dueAt(state: ChatState): number | null {
  const due = [
    sessionDue(state.session),
    linkDue(state.link, intervalOf(state)),
    conversationDue(state.conversation),
    state.inquiry?.until ?? null,
    state.endingUntil,
    state.typingOut?.until ?? null,
    isActive(state.link) ? state.restAt : null,
  ];
  if (isLive(state.link)) {
    due.push(
      joinDue(state.join),
      confirmDue(state.outbox),
      state.settleUntil,
      state.conversation.progress.gap?.until ?? null,
    );
  }
  const next = due.reduce<number>(
    (least, it) => (it === null ? least : Math.min(least, it)),
    Number.POSITIVE_INFINITY,
  );
  return next === Number.POSITIVE_INFINITY ? null : next;
}
