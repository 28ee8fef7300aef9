import type { Person, Suggestion } from '../../protocol/events.ts';
import { whyOf } from './connection.ts';
import { HANDOFF_NOTICES } from './handoff-notices.ts';
import type { ConnectionStatus, Notice, Trouble, Typist } from './model.ts';
import { failureOf, isClosed } from './session.ts';
import { type ChatState, isSocketBlocked, tryAtOf } from './state.ts';
import { findLatestRow, type Row } from './transcript.ts';

/** Values for views, derived from the state. */

export function statusOf(state: ChatState): ConnectionStatus {
  const { session, connection, conversation, history } = state;
  if (conversation.ended !== null || session.status === 'over') return 'ended';
  if (session.status === 'none' || connection.status === 'resting') return 'idle';
  if (failureOf(session) || whyOf(connection) || isSocketBlocked(state)) return 'failed';
  if (connection.status === 'open' && connection.replay.status !== 'empty') return 'online';
  if (tryAtOf(state) !== null || connection.status === 'offline') return 'offline';
  return history === 'incomplete' ? 'connecting' : 'reconnecting';
}

export function troubleOf(state: ChatState): Trouble | null {
  const { session, connection } = state;
  if (session.status === 'over')
    return session.why === 'expired' ? { code: 'expired', canRetry: false } : null;
  if (isClosed(session)) return { code: 'closed', canRetry: true };
  const failure = failureOf(session);
  if (failure) {
    const detail = session.status === 'failed' ? session.detail : undefined;
    return { code: failure, canRetry: failure !== 'configuration', detail };
  }
  const why = whyOf(connection);
  if (why === 'too_many_windows' || why === 'no_history') return { code: why, canRetry: true };
  if (isSocketBlocked(state)) return { code: 'socket_blocked', canRetry: true };
  return why ? { code: 'unreachable', canRetry: true } : null;
}

export function typistOf({ conversation }: ChatState): Typist | null {
  if (conversation.liveTyping) return { author: 'live-agent', name: conversation.liveTyping.name };
  if (conversation.thinkingUntil !== null) return { author: 'agent', name: conversation.agent?.name };
  return null;
}

/** The live agent who joined last, while there is one. */
export const liveAgentOf = ({ conversation: { handoff, liveAgents } }: ChatState): Person | null =>
  (handoff === 'live' && liveAgents.at(-1)) || null;

const bodyOf = ({ entry }: Row): string => JSON.stringify({ ...entry, id: 0, at: 0 });

const isRepeat = (row: Row, before: Row | undefined): boolean =>
  row.entry.kind === 'notice' &&
  before?.entry.kind === 'notice' &&
  row.entry.notice === before.entry.notice &&
  bodyOf(row) === bodyOf(before);

/** Rows of repeated notices by their last original row, so that an unchanged row stays the same object. */
const repeated = new WeakMap<Row, Row & { readonly entry: Notice }>();

/** Rows to show: equal notices in a row are one, with their number (M-10.13). */
export function shownRows(rows: readonly Row[]): readonly Row[] {
  if (!rows.some((row, index) => isRepeat(row, rows[index - 1]))) return rows;
  const shown: Row[] = [];
  for (const [index, row] of rows.entries()) {
    const first = shown.at(-1);
    if (first?.entry.kind !== 'notice' || !isRepeat(row, rows[index - 1])) {
      shown.push(row);
      continue;
    }
    const count = (first.entry.count ?? 1) + 1;
    const known = repeated.get(row);
    const isKnown = known?.entry.id === first.entry.id && known.entry.count === count;
    const next = isKnown ? known : { ...first, entry: { ...first.entry, count } };
    repeated.set(row, next);
    shown[shown.length - 1] = next;
  }
  return shown;
}

const NONE: readonly Suggestion[] = [];

/** Suggestions of the latest message, until the visitor sends one, waits for a person, or the chat ends. A live agent's messages bring their own. */
export function suggestionsOf({ conversation }: ChatState): readonly Suggestion[] {
  const { handoff } = conversation;
  if (conversation.ended !== null || handoff === 'requested' || handoff === 'queued') return NONE;
  const latest = findLatestRow(
    conversation.transcript,
    ({ entry }) => entry.kind === 'message' || HANDOFF_NOTICES[entry.notice] === 'begins',
  )?.entry;
  if (latest?.kind !== 'message' || latest.streaming || latest.suggestions.length === 0) return NONE;
  return handoff === 'live' && latest.author !== 'live-agent' ? NONE : latest.suggestions;
}
