import type { Suggestion } from '../protocol/events.ts';
import type { ConnectionStatus, Trouble, Typist } from './model.ts';
import type { ChatState } from './state.ts';

/** What views read, derived from the state and never stored beside it. */

export function statusOf({
  session,
  link,
  conversation,
  isOnline,
  hasBeenLive,
}: ChatState): ConnectionStatus {
  if (conversation.ended !== null || session.at === 'over') return 'ended';
  if (session.at === 'none' || link.at === 'resting') return 'idle';
  if (session.at === 'failed' || link.at === 'shut') return 'failed';
  if (link.at === 'open' && link.replay.at !== 'empty') return 'online';
  if (!isOnline || link.at === 'offline') return 'offline';
  return hasBeenLive ? 'reconnecting' : 'connecting';
}

export function troubleOf({ session, link }: ChatState): Trouble | null {
  if (session.at === 'failed') return { code: session.why, canRetry: session.why === 'unreachable' };
  if (session.at === 'over') return session.why === 'expired' ? { code: 'expired', canRetry: false } : null;
  if (link.at !== 'shut') return null;
  const code = link.why === 'too_many_windows' || link.why === 'no_history' ? link.why : 'unreachable';
  return { code, canRetry: true };
}

export function typistOf({ conversation }: ChatState): Typist | null {
  if (conversation.liveTyping) return { author: 'live-agent', name: conversation.liveTyping.name };
  if (conversation.thinkingUntil !== null) return { author: 'agent', name: conversation.agent?.name };
  return null;
}

const NONE: readonly Suggestion[] = [];

/** Those of the latest message, until the visitor has said something or the chat has ended. */
export function suggestionsOf({ conversation }: ChatState): readonly Suggestion[] {
  if (conversation.ended !== null) return NONE;
  const latest = conversation.transcript.rows.findLast(({ entry }) => entry.kind === 'message')?.entry;
  if (latest?.kind !== 'message' || latest.streaming || latest.suggestions.length === 0) return NONE;
  return latest.suggestions;
}
