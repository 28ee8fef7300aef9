import type { Suggestion } from '../protocol/events.ts';
import { whyOf } from './connection.ts';
import type { ConnectionStatus, Trouble, Typist } from './model.ts';
import type { ChatState } from './state.ts';

/** Values for views, derived from the state. */

export function statusOf({
  session,
  connection,
  conversation,
  isOnline,
  hasBeenLive,
}: ChatState): ConnectionStatus {
  if (conversation.ended !== null || session.at === 'over') return 'ended';
  if (session.at === 'none' || connection.at === 'resting') return 'idle';
  if ('why' in session || whyOf(connection)) return 'failed';
  if (connection.at === 'open' && connection.replay.at !== 'empty') return 'online';
  if (!isOnline || connection.at === 'offline') return 'offline';
  return hasBeenLive ? 'reconnecting' : 'connecting';
}

export function troubleOf({ session, connection }: ChatState): Trouble | null {
  if (session.at === 'over') return session.why === 'expired' ? { code: 'expired', canRetry: false } : null;
  if ('why' in session && session.why)
    return { code: session.why, canRetry: session.why !== 'configuration' };
  const why = whyOf(connection);
  if (!why) return null;
  return { code: why === 'too_many_windows' || why === 'no_history' ? why : 'unreachable', canRetry: true };
}

export function typistOf({ conversation }: ChatState): Typist | null {
  if (conversation.liveTyping) return { author: 'live-agent', name: conversation.liveTyping.name };
  if (conversation.thinkingUntil !== null) return { author: 'agent', name: conversation.agent?.name };
  return null;
}

const NONE: readonly Suggestion[] = [];

/** Suggestions of the latest message, until the visitor sends a message or the chat ends. */
export function suggestionsOf({ conversation }: ChatState): readonly Suggestion[] {
  if (conversation.ended !== null) return NONE;
  const latest = conversation.transcript.rows.findLast(({ entry }) => entry.kind === 'message')?.entry;
  if (latest?.kind !== 'message' || latest.streaming || latest.suggestions.length === 0) return NONE;
  return latest.suggestions;
}
