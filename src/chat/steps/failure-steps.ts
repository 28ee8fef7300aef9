import { type Conversation, emptyConversation } from '../model/conversation.ts';
import { markDoubtful } from '../model/outbox.ts';
import { type Purpose, sessionIdOf } from '../model/session.ts';
import { initialState } from '../model/state.ts';
import {
  emptyTranscript,
  PENDING,
  put,
  rowsOf,
  type Transcript,
  updateMessage,
} from '../model/transcript.ts';
import type { StepContext } from './step-context.ts';

/**
 * M-12.21: a step, an effect or a view threw: the state can no longer be trusted. The screen and the visitor's messages
 * stay; a retry begins from the stored session. The shell has closed the sockets and calls.
 */
export function failed(context: StepContext, storedSessionId: string | null, detail: string): void {
  const { session, conversation, outbox } = context.state;
  if (session.status === 'over') return;
  const sessionId = sessionIdOf(session) ?? storedSessionId;
  const purpose: Purpose = sessionId === null ? { type: 'create' } : { type: 'resume', sessionId };
  const interrupted = { streaming: false, interrupted: true };
  const transcript = conversation.streams.reduce<Transcript>(
    (result, { messageId, isComplete }) =>
      isComplete ? result : updateMessage(result, messageId, interrupted),
    conversation.transcript,
  );
  context.state = {
    ...initialState(context.state),
    session: { status: 'failed', why: 'internal', purpose, detail },
    conversation: { ...emptyConversation, transcript },
    outbox: markDoubtful(outbox),
    history: 'stale',
  };
}

/** A new model in place of the failed one. It keeps the visitor's unconfirmed messages: no history contains them. */
export const withoutHistory = ({ transcript }: Conversation): Conversation => ({
  ...emptyConversation,
  transcript: rowsOf(transcript).reduce(
    (result, { entry }) =>
      entry.kind === 'message' && (entry.delivery === 'sending' || entry.delivery === 'failed')
        ? put(result, entry, PENDING)
        : result,
    emptyTranscript,
  ),
});
