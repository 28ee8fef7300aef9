import type { EventOf, ServerEvent } from '../../protocol/events.ts';
import { isLive, replaying } from '../model/connection.ts';
import { failMessage, withTranscript } from '../model/conversation.ts';
import { conversationLost, joined, notRequested, requestEchoed } from '../model/join.ts';
import { remove } from '../model/outbox.ts';
import { findLatestRow, withoutNotice } from '../model/transcript.ts';
import { joinRefused } from './dialect-steps.ts';
import { configurationFailed } from './session-steps.ts';
import { emit, joinFailed, type StepContext, update, updateConversation } from './step-context.ts';
import { measureWaiting } from './visitor-steps.ts';

/** Effects of the platform's events on the join, the outbox and the session; the table is in events.ts. */

export function sessionStarted(context: StepContext): void {
  measureWaiting(context);
  const { connection, join } = context.state;
  // M-7.2: the history was quiet too early. The next quiet time decides about the join.
  if (isLive(connection) && join.requests === 0 && join.status !== 'joined')
    update(context, { join: notRequested, connection: replaying(connection, context.at) });
}

export const joinRequested = (context: StepContext): void =>
  update(context, { join: requestEchoed(context.state.join, context.at, context.random) });

export function agentJoined(context: StepContext): void {
  update(context, { join: joined(context.state.join) });
  updateConversation(context, (conversation) =>
    withTranscript(conversation, withoutNotice(conversation.transcript, 'agent_unavailable')),
  );
}

/** M-7.3: a message of the agent proves that it has joined. */
export function agentSpoke(context: StepContext): void {
  if (context.state.join.status === 'not-requested') update(context, { join: joined(context.state.join) });
}

export function misconfigured(context: StepContext): void {
  const { session } = context.state;
  if (session.status === 'open')
    configurationFailed(context, { type: 'resume', sessionId: session.grant.session_id });
}

/** M-10.8: the platform has lost the conversation. */
export function conversationMissing(context: StepContext): void {
  update(context, { join: conversationLost(context.state.join, context.at, context.random) });
  if (context.state.join.status === 'unavailable') joinFailed(context);
}

/** M-10.1: a frame of this page was refused, perhaps for its dialect (M-1.6). */
export function refusedByPlatform(context: StepContext, event: EventOf<'systemMessage'>): void {
  joinRefused(context, event);
  emit(context, 'dropped', {
    what: 'frame',
    reason: `refused by the platform: ${event.message.slice(0, 120)}`,
  });
}

/** M-10.10: marks the message that the error names as failed; without a name the visitor's last one. */
export function failRefusedMessage(context: StepContext, { clientEventId }: ServerEvent): void {
  const row = findLatestRow(
    context.state.conversation.transcript,
    ({ entry: { id, ...entry } }) =>
      entry.kind === 'message' && entry.author === 'user' && (clientEventId ?? id) === id,
  );
  if (!row) return;
  update(context, { outbox: remove(context.state.outbox, row.entry.id) });
  updateConversation(context, (conversation) => failMessage(conversation, row.entry.id, 'unconfirmed', true));
}
