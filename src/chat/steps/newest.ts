import { decode } from '../../protocol/codec.ts';
import { LONG_FRAME, NEWEST_EVENTS, NEWEST_ROWS } from '../../protocol/limits.ts';
import { emptyConversation } from '../model/conversation.ts';
import type { ChatState } from '../model/state.ts';
import { rowsOf, withRows } from '../model/transcript.ts';
import { applyEvent } from './apply-event.ts';
import { ruleOf } from './events.ts';

/**
 * M-4.15: the state to show before a long history is read: the entries of its newest events alone. null: the frame is none, other
 * entries are shown, or the newest events need earlier ones.
 */
export function newestOf(state: ChatState, socket: number, frame: string, at: number): ChatState | null {
  const { connection, conversation } = state;
  if (frame.length < LONG_FRAME || connection.status !== 'open' || connection.socket !== socket) return null;
  if (rowsOf(conversation.transcript).length > 0) return null;
  const { events } = decode(frame, NEWEST_EVENTS);
  if (events.some((event) => event.kind === 'agentMessageChunk' || ruleOf(event).setsFact)) return null;
  const { transcript } = events.reduce(
    (known, event) => applyEvent(known, event, { at, echoOf: null }),
    emptyConversation,
  );
  const rows = rowsOf(transcript).slice(-NEWEST_ROWS);
  if (rows.length < NEWEST_ROWS) return null;
  return { ...state, conversation: { ...conversation, transcript: withRows(transcript, rows) } };
}
