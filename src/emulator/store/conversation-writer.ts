import type Database from 'libsql';
import type { SentEvent } from '../../protocol/server-frames.ts';
import { applyEvent } from '../conversations/projection.ts';
import {
  newProjectionState,
  type ProjectedConversation,
  type ProjectionState,
} from '../conversations/projection-state.ts';
import { type Origin, WEBCHAT } from '../model/origin.ts';
import type { Turn } from '../model/turn.ts';
import { firstRow } from './database.ts';
import { createTurnTable } from './turn-table.ts';

/** A row of the table `events`. */
export interface EventRow {
  readonly sequence: number;
  readonly event: string;
}

/** Updates the rows of conversations with the events of their sessions, so that a list is one indexed query. */
export function createConversationWriter(db: Database.Database) {
  const readSession = db.prepare('SELECT created_at, origin FROM sessions WHERE id = ?');
  const readEvents = db.prepare(`
    SELECT sequence, event FROM events WHERE session_id = ? AND sequence < ? ORDER BY sequence
  `);
  const insertRow = db.prepare(`
    INSERT INTO conversations (
      seq, transcript_id, id, account_id, project_id, environment, channel, variant_id, language, started_at,
      from_number, to_number, handoff, handoff_reason, handoff_destination, num_turns, num_silences, num_ood
    )
    SELECT next, next, ?, ?, ?, ?, ?, ?, ?, ?, '', '', 0, '', '', 0, 0, 0
    FROM (SELECT 1 + coalesce(max(seq), 0) AS next FROM conversations)
  `);
  const update = db.prepare(`
    UPDATE conversations SET ended_at = :ended_at, agent_ended_at = :agent_ended_at, language = :language,
      handoff = :handoff, handoff_reason = :handoff_reason, handoff_destination = :handoff_destination,
      num_turns = :num_turns, num_silences = :num_silences, num_ood = :num_ood
    WHERE id = :id RETURNING seq
  `);
  const turnTable = createTurnTable(db);
  /** Projections of open sessions. */
  const projections = new Map<string, ProjectionState>();

  function originOf(sessionId: string): Origin & { readonly startedAt: number } {
    const row = firstRow<{ created_at: number; origin: string | null }>(readSession, sessionId);
    const origin: Origin = row?.origin ? JSON.parse(row.origin) : WEBCHAT;
    return { ...origin, startedAt: row?.created_at ?? 0 };
  }

  function insert(sessionId: string): void {
    const it = originOf(sessionId);
    const { accountId, projectId, environment, channel, variantId, language, startedAt } = it;
    insertRow.run(sessionId, accountId, projectId, environment, channel, variantId, language, startedAt);
  }

  function save(sessionId: string, conversation: ProjectedConversation, before: readonly Turn[]): void {
    const { turns } = conversation;
    const row = firstRow<{ seq: number }>(update, {
      ...conversation,
      handoff: Number(conversation.handoff),
      num_turns: turns.length,
      num_silences: turns.filter((turn) => turn.is_silence).length,
      num_ood: turns.filter((turn) => turn.is_ood).length,
      id: sessionId,
    });
    for (const [position, turn] of turns.entries()) {
      if (row && turn !== before[position]) turnTable.put(row.seq, position, turn);
    }
  }

  /** The projection of all events before a sequence. */
  function replay(sessionId: string, until: number): ProjectionState {
    const rows = readEvents.all(sessionId, until) as EventRow[];
    return rows.reduce(
      (projection, { sequence, event }) => applyEvent(projection, { ...JSON.parse(event), sequence }),
      newProjectionState(originOf(sessionId).language),
    );
  }

  /** Applies the next event of a session, in the transaction that stores it. */
  return (sessionId: string, event: SentEvent): void => {
    const until = event.sequence ?? 0;
    if (until === 1) insert(sessionId);
    const before = projections.get(sessionId) ?? replay(sessionId, until);
    const after = applyEvent(before, event);
    if (after.conversation !== before.conversation)
      save(sessionId, after.conversation, before.conversation.turns);
    if (event.kind === 'sessionEnd') projections.delete(sessionId);
    else projections.set(sessionId, after);
  };
}
