import type { Dialect } from '../../protocol/dialect.ts';
import type { ClientCommand } from '../../protocol/events.ts';
import { SOCKET_BLOCKED_AFTER } from '../../protocol/limits.ts';
import { bestCarriage, type Carriage } from './carrier.ts';
import type { ChatEvents } from './chat-events.ts';
import {
  type Attempts,
  type Connection,
  connectionDueAt,
  heartbeatMs,
  idle,
  isActive,
  isLive,
  noAttempts,
  whyOf,
} from './connection.ts';
import { type Conversation, conversationDueAt, emptyConversation } from './conversation.ts';
import { type Join, joinDueAt, notRequested } from './join.ts';
import type { HandoffStatus } from './model.ts';
import { confirmDueAt, type Outbox, type Written } from './outbox.ts';
import { type Challenged, type Purpose, type RelayAnswer, type Session, sessionDueAt } from './session.ts';
import { type ContextResult, contextDueAt, type VerifiedContext } from './verified-context.ts';

/**
 * M-12.4: the browser's `offline` is only a hint: the client tries nevertheless at `tryAt` and at the visitor's
 * request. `trying`: an attempt was made. `reached`: it succeeded, and counts more than the hint until one fails.
 */
export type Network =
  | { readonly status: 'online' | 'reached' }
  | { readonly status: 'offline' | 'trying'; readonly tryAt: number };

/** State of the client. It contains deadlines instead of timers; `dueAt` derives the next one. */
export interface ChatState {
  readonly session: Session;
  readonly connection: Connection;
  readonly join: Join;
  readonly verifiedContext: VerifiedContext;
  readonly conversation: Conversation;
  readonly outbox: Outbox;
  /** M-9.6: until this time the echoes of doubtful messages may arrive. */
  readonly reconcileUntil: number | null;
  /** M-11.9: the platform was asked to end the session; at this time it ends locally. */
  readonly endingUntil: number | null;
  /** The visitor's typing state as sent to the platform (M-11.6). */
  readonly sentTyping: { readonly startedAt: number; readonly until: number } | null;
  /** Call to the relay for the session's state, and the socket that caused it. */
  readonly sessionCheck: {
    readonly call: number;
    readonly until: number;
    readonly socket: number | null;
  } | null;
  readonly network: Network;
  /** M-3.10: the conversation is in the background; its socket is closed at this time. */
  readonly restAt: number | null;
  /** M-3.13: an answer to the visitor is awaited until this time. */
  readonly answerUntil: number | null;
  /** The page was left and may be in the back-forward cache. */
  readonly isSuspended: boolean;
  /** The page is in a hidden tab. */
  readonly isHidden: boolean;
  /** M-3.15: messages of the first history from this time on are new to the visitor. null: the visitor has opened the chat. */
  readonly newSince: number | null;
  /** M-3.18: highest sequences that the visitor has seen, on this page and according to the relay. null: the relay stores none. */
  readonly seen: { readonly upTo: number; readonly told: number } | null;
  /**
   * `complete`: the first history of this page has arrived; later messages are new. `stale`: the conversation on the screen is from a
   * failed model; the next session replaces it (M-12.21).
   */
  readonly history: 'incomplete' | 'complete' | 'stale';
  readonly attempts: Attempts;
  readonly carriage: Carriage;
  /** Last number of a socket or call. Events of older ones are late and ignored. */
  readonly lastNumber: number;
}

/** State before a conversation starts. The state of the page is kept. */
export const initialState = ({
  network,
  restAt = null,
  isSuspended = false,
  isHidden = false,
  carriage = bestCarriage,
  lastNumber = 0,
}: Pick<ChatState, 'network'> & Partial<ChatState>): ChatState => ({
  session: { status: 'none' },
  connection: idle,
  join: notRequested,
  verifiedContext: { status: 'none' },
  conversation: emptyConversation,
  outbox: [],
  reconcileUntil: null,
  endingUntil: null,
  sentTyping: null,
  sessionCheck: null,
  network,
  restAt,
  answerUntil: null,
  isSuspended,
  isHidden,
  newSince: null,
  seen: null,
  history: 'incomplete',
  attempts: noAttempts,
  carriage,
  lastNumber,
});

/** Input of the client with its time in milliseconds and a random number in [0, 1) for jitter. */
export type Input = { readonly at: number; readonly random: number } & InputBody;

/** Changes of the network and the page. `hidden`: the tab is hidden; `pagehide`: the page is left; `pageshow`: it is restored from the back-forward cache. */
export type PageEvent = 'online' | 'offline' | 'visible' | 'hidden' | 'pagehide' | 'pageshow';

export type InputBody =
  /** `newSince`: the conversation is in the background (M-3.14). */
  | {
      readonly type: 'start';
      readonly storedSessionId: string | null;
      readonly newSince?: number | undefined;
    }
  | { readonly type: 'rest' }
  /** The visitor sees the end of the conversation. */
  | { readonly type: 'seen' }
  | ({ readonly type: 'send' } & Written)
  | ({ readonly type: 'retry' } & Omit<Written, 'text'>)
  | { readonly type: 'typing'; readonly isTyping: boolean }
  /** `storedSessionId`: ends it when nothing has been started yet. */
  | { readonly type: 'end'; readonly storedSessionId?: string | null }
  | { readonly type: 'restart' }
  | { readonly type: 'reconnect' }
  | { readonly type: 'relay-answered'; readonly call: number; readonly answer: RelayAnswer }
  | ({ readonly type: 'context-settled' } & ContextResult)
  | { readonly type: 'socket-opened'; readonly socket: number }
  | { readonly type: 'frame'; readonly socket: number; readonly text: string }
  | { readonly type: 'binary-frame'; readonly socket: number }
  | { readonly type: 'socket-closed'; readonly socket: number; readonly code: number }
  | { readonly type: PageEvent }
  /** Another page of this browser has started, ended or restarted the conversation, or may have while this page was suspended. */
  | { readonly type: 'stored'; readonly sessionId: string | null; readonly isWiped?: boolean }
  /** M-12.21: a step, an effect or a view threw. */
  | {
      readonly type: 'failed';
      readonly message: string;
      /** Includes the stack. */
      readonly reason: string;
      readonly storedSessionId: string | null;
    }
  | { readonly type: 'tick' };

/** Effects that the shell performs. */
export type Effect =
  | {
      readonly type: 'call-relay';
      readonly call: number;
      readonly purpose: Purpose;
      /** The challenge to answer first. */
      readonly challenged?: Challenged | undefined;
    }
  | { readonly type: 'check-session'; readonly call: number; readonly sessionId: string }
  | { readonly type: 'abort-call'; readonly call: number }
  /** Tells the relay that the session is over, so that it can delete the token. */
  | { readonly type: 'delete-session'; readonly sessionId: string }
  /** Tells the relay the seen sequence. The page may be unloading. */
  | { readonly type: 'tell-seen'; readonly sessionId: string; readonly sequence: number }
  | { readonly type: 'open-socket'; readonly socket: number; readonly url: string }
  /**
   * Resumes the session for a new ticket, then opens the socket. Without a ticket the handshake counts as failed. `carrier`: the ticket
   * is for a socket to the relay.
   */
  | {
      readonly type: 'renew-socket';
      readonly socket: number;
      readonly sessionId: string;
      readonly cursor: number;
      readonly carrier: 'relay' | undefined;
    }
  /** M-12.26: opens a polled connection. */
  | { readonly type: 'open-polls'; readonly socket: number; readonly sessionId: string }
  | { readonly type: 'close-socket'; readonly socket: number }
  /** M-7.10: asks the page for its token and gives it to the relay. */
  | { readonly type: 'ask-context'; readonly sessionId: string; readonly contextId: string }
  | {
      readonly type: 'send-frame';
      readonly socket: number;
      readonly command: ClientCommand;
      readonly dialect: Dialect;
    }
  | { readonly type: 'store-session'; readonly sessionId: string }
  /** Clears the stored id, unless another page has stored another session. */
  | { readonly type: 'clear-stored-session'; readonly sessionId: string }
  | EmitEffect;

export type EmitEffect = {
  readonly [Name in keyof ChatEvents]: {
    readonly type: 'emit';
    readonly name: Name;
    readonly detail: ChatEvents[Name];
  };
}[keyof ChatEvents];

export const intervalOf = (state: ChatState): number | null => heartbeatMs(state.conversation.capabilities);

const PENDING_HANDOFFS: readonly HandoffStatus[] = ['requested', 'queued', 'live'];

/**
 * M-3.10: time from which the conversation rests in the background. null: not at all. M-3.13: not while a message is
 * unsent, an answer is awaited or a handoff is under way.
 */
export const restDueAt = ({ restAt, outbox, answerUntil, conversation }: ChatState): number | null =>
  restAt === null || outbox.length > 0 || PENDING_HANDOFFS.includes(conversation.handoff)
    ? null
    : Math.max(restAt, answerUntil ?? 0);

/** M-7.10: true while the page's token can still be used. */
export const isAwaitingContext = ({ verifiedContext: context }: ChatState, sessionId: string): boolean =>
  context.status === 'asked' && context.sessionId === sessionId;

/** M-12.22: true if the network blocks sockets. The attempts continue. */
export const isSocketBlocked = ({ attempts, history, connection }: ChatState): boolean =>
  attempts.blockedHandshakes >= SOCKET_BLOCKED_AFTER &&
  history === 'incomplete' &&
  connection.status !== 'open';

/** M-12.25: time of the next try of a better carrier; null: there is none, or it would disturb the conversation. */
export function betterCarrierDueAt({ carriage, connection, outbox, conversation }: ChatState): number | null {
  const isQuiet = outbox.length === 0 && conversation.streams.every(({ isComplete }) => isComplete);
  return isLive(connection) && isQuiet ? carriage.betterAt : null;
}

/** M-12.20: time of the next slow retry; null: nothing has failed, or a retry cannot help. */
function retryAtOf({ session, connection }: ChatState): number | null {
  if (session.status === 'failed') return session.why === 'unreachable' ? session.retryAt : null;
  return connection.status === 'closed' && connection.why !== 'replaced' ? connection.retryAt : null;
}

/** M-12.20: the connection has failed, and another attempt may help. */
export const isRecoverable = (state: ChatState): boolean => retryAtOf(state) !== null;

/** M-12.4: time of the next attempt while the browser reports `offline`; null: it does not. */
export const tryAtOf = ({ network }: ChatState): number | null => ('tryAt' in network ? network.tryAt : null);

/** Slow attempts are made only while the visitor may be waiting. */
const unlessUnseen = (state: ChatState, at: number): number | null =>
  state.isHidden || state.isSuspended || at >= (restDueAt(state) ?? Number.POSITIVE_INFINITY) ? null : at;

/** M-12.4: time of the next attempt that waits for the network; null: none waits, or the visitor does not. */
export function networkDueAt(state: ChatState): number | null {
  const { session, connection } = state;
  const isWaiting =
    (session.status === 'backing-off' && session.until === null) || connection.status === 'offline';
  const tryAt = tryAtOf(state);
  return isWaiting && tryAt !== null ? unlessUnseen(state, tryAt) : null;
}

/** M-12.20: time of the next slow retry; null: nothing has failed, or the visitor does not wait. */
export function slowRetryDueAt(state: ChatState): number | null {
  const retryAt = retryAtOf(state);
  if (retryAt === null) return null;
  // Without a waiting message, four calls to the relay (M-14.10) and one attempt in too many windows (M-12.14) are enough.
  const isEnough = state.session.status === 'failed' || whyOf(state.connection) === 'too_many_windows';
  if (isEnough && state.outbox.length === 0) return null;
  return unlessUnseen(state, Math.max(retryAt, tryAtOf(state) ?? 0));
}

/** Time of the next deadline; null: none. */
export function dueAt(state: ChatState): number | null {
  const due = [
    sessionDueAt(state.session),
    connectionDueAt(state.connection, intervalOf(state)),
    conversationDueAt(state.conversation),
    contextDueAt(state.verifiedContext),
    state.sessionCheck?.until ?? null,
    state.endingUntil,
    state.sentTyping?.until ?? null,
    isActive(state.connection) ? restDueAt(state) : null,
    slowRetryDueAt(state),
    networkDueAt(state),
    betterCarrierDueAt(state),
  ];
  if (isLive(state.connection)) {
    due.push(
      joinDueAt(state.join),
      confirmDueAt(state.outbox),
      state.reconcileUntil,
      state.conversation.progress.gap?.until ?? null,
    );
  }
  const next = due.reduce<number>(
    (least, time) => (time === null ? least : Math.min(least, time)),
    Number.POSITIVE_INFINITY,
  );
  return next === Number.POSITIVE_INFINITY ? null : next;
}

/** M-3.18: the seen sequence that the relay does not know; undefined if there is none. */
export const untoldSeen = ({ seen, session }: ChatState) =>
  seen !== null && seen.upTo > seen.told && session.status === 'open'
    ? { sessionId: session.grant.session_id, sequence: seen.upTo }
    : undefined;
