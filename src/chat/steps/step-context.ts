import type { Dialect } from '../../protocol/dialect.ts';
import type { ClientCommand } from '../../protocol/events.ts';
import { RECONCILE_MS } from '../../protocol/limits.ts';
import type { ChatEvents } from '../chat.ts';
import { type Attempts, isLive, socketOf } from '../model/connection.ts';
import { addNotice, type Conversation, failMessage } from '../model/conversation.ts';
import { requested } from '../model/join.ts';
import { hasDoubtful, remove, takeSendable } from '../model/outbox.ts';
import { type ChatState, type Effect, type EmitEffect, restDueAt } from '../model/state.ts';
import { withoutNotice } from '../model/transcript.ts';

/** State and effects while one step is computed. It exists during one call of `step`. */
export interface StepContext {
  state: ChatState;
  readonly effects: Effect[];
  readonly at: number;
  readonly random: number;
}

export const update = (context: StepContext, change: Partial<ChatState>): void => {
  context.state = { ...context.state, ...change };
};

export const updateAttempts = (context: StepContext, change: Partial<Attempts>): void =>
  update(context, { attempts: { ...context.state.attempts, ...change } });

export const updateConversation = (
  context: StepContext,
  change: (conversation: Conversation) => Conversation,
): void => {
  const conversation = change(context.state.conversation);
  if (conversation !== context.state.conversation) update(context, { conversation });
};

export const emit = <Name extends keyof ChatEvents>(
  context: StepContext,
  name: Name,
  detail: ChatEvents[Name],
): void => {
  context.effects.push({ type: 'emit', name, detail } as EmitEffect);
};

/** True when the conversation is in the background and nothing is pending (M-3.10, M-3.13). */
export function isRestDue({ state, at }: StepContext): boolean {
  const due = restDueAt(state);
  return due !== null && at >= due;
}

/** Returns a new number for a socket or a call. */
export function nextNumber(context: StepContext): number {
  update(context, { lastNumber: context.state.lastNumber + 1 });
  return context.state.lastNumber;
}

const dialectOf = ({ session }: ChatState): Dialect =>
  session.status === 'open' ? session.dialect : 'service';

/** Sends a command on the open socket. */
export function sendFrame(context: StepContext, command: ClientCommand): void {
  const socket = socketOf(context.state.connection);
  if (socket !== null)
    context.effects.push({ type: 'send-frame', socket, command, dialect: dialectOf(context.state) });
}

export function requestJoin(context: StepContext): void {
  update(context, { join: requested(context.state.join, context.at) });
  sendFrame(context, { kind: 'requestAgentJoin' });
}

/** Adds a notice after all entries and removes an earlier notice of the same kind. */
export function replaceNotice(context: StepContext, notice: 'agent_unavailable' | 'too_many_windows'): void {
  updateConversation(context, (conversation) =>
    addNotice(
      { ...conversation, transcript: withoutNotice(conversation.transcript, notice) },
      { notice },
      { at: context.at },
    ),
  );
}

/** Marks the messages of the outbox as failed. Their texts stay on the screen. */
export function failOutbox(context: StepContext, failure: 'unconfirmed' | 'configuration'): void {
  for (const { id } of context.state.outbox)
    updateConversation(context, (conversation) =>
      failMessage(conversation, id, failure, failure === 'unconfirmed'),
    );
  update(context, { outbox: [], reconcileUntil: null });
}

/** The message is too large and is not sent again (M-12.12, M-14.4). */
export function failTooLarge(context: StepContext, id: string): void {
  update(context, { outbox: remove(context.state.outbox, id) });
  updateConversation(context, (conversation) => failMessage(conversation, id, 'too_large', false));
}

/** M-7.5: the agent does not join. Waiting messages have failed and can be sent again. */
export function joinFailed(context: StepContext): void {
  failOutbox(context, 'unconfirmed');
  replaceNotice(context, 'agent_unavailable');
}

export function stopTyping(context: StepContext): void {
  if (!context.state.sentTyping) return;
  update(context, { sentTyping: null });
  if (isLive(context.state.connection)) sendFrame(context, { kind: 'userTyping', state: 'stopped' });
}

/** Sends waiting messages. M-7.5: only after the join. M-9.6: not while a message is doubtful. */
export function sendWaiting(context: StepContext): void {
  const { connection, join, outbox, endingUntil } = context.state;
  if (!isLive(connection) || join.status !== 'joined' || endingUntil !== null || outbox.length === 0) return;
  if (hasDoubtful(outbox)) {
    // M-9.6: the platform may still be storing the message.
    if (context.state.reconcileUntil === null) update(context, { reconcileUntil: context.at + RECONCILE_MS });
    return;
  }
  const next = takeSendable(outbox, context.at);
  if (next.send.length === 0) return;
  update(context, { outbox: next.outbox });
  for (const { id, text, pageContext } of next.send)
    sendFrame(context, { kind: 'userMessage', text, clientEventId: id, pageContext });
}
