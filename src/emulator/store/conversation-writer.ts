import type Database from 'libsql';
import type { SentEvent } from '../../protocol/server-frames.ts';
import { type Origin, WEBCHAT } from '../conversations/origin.ts';
import { newProjection, type Outline, type Projection } from '../conversations/outline.ts';
import { project } from '../conversations/projection.ts';
import type { Turn } from '../conversations/turn.ts';
import { firstRow } from './database.ts';
import { createTurnTexts } from './turn-texts.ts';

/** Keeps the conversations of sessions as their events say, so that a list is one indexed query. */
export interface ConversationWriter {
  /** Called with each event, in order, within the transaction that stores it. */
  follow(sessionId: string, event: SentEvent): void;
  /** Makes the conversations of sessions that have none, or one of an earlier projection, from the journal alone. */
  catchUp(): void;
}

interface EventRow {
  readonly sequence: number;
  readonly event: string;
}

/** Counted up whenever the projection makes something else of the same events. */
const PROJECTION = '2';

export function createConversationWriter(db: Database.Database): ConversationWriter {
  const readSession = db.prepare('SELECT created_at, origin FROM sessions WHERE id = ?');
  const readEvents = db.prepare(`
    SELECT sequence, event FROM events WHERE session_id = ? AND sequence < ? ORDER BY sequence
  `);
  const readSessions = db.prepare(`
    SELECT sessions.id, conversations.id IS NULL AS is_unknown
    FROM sessions LEFT JOIN conversations ON conversations.id = sessions.id ORDER BY created_at, sessions.rowid
  `);
  const readProjection = db.prepare("SELECT value FROM settings WHERE name = 'projection'");
  const writeProjection = db.prepare("REPLACE INTO settings (name, value) VALUES ('projection', ?)");
  const create = db.prepare(`
    INSERT INTO conversations (
      seq, transcript_id, id, account_id, project_id, environment, channel, variant_id, language, started_at,
      from_number, to_number, handoff, handoff_reason, handoff_destination, num_turns, num_silences, num_ood
    )
    SELECT next, next, ?, ?, ?, ?, ?, ?, ?, ?, '', '', 0, '', '', 0, 0, 0
    FROM (SELECT 1 + coalesce(max(seq), 0) AS next FROM conversations)
  `);
  const update = db.prepare(`
    UPDATE conversations SET ended_at = ?, agent_ended_at = ?, language = ?, handoff = ?, handoff_reason = ?,
      handoff_destination = ?, num_turns = ?, num_silences = ?, num_ood = ?
    WHERE id = ? RETURNING seq
  `);
  const texts = createTurnTexts(db);
  /** Of sessions that go on. */
  const projections = new Map<string, Projection>();

  function originOf(sessionId: string): Origin & { readonly startedAt: number } {
    const row = firstRow<{ created_at: number; origin: string | null }>(readSession, sessionId);
    const origin: Origin = row?.origin ? JSON.parse(row.origin) : WEBCHAT;
    return { ...origin, startedAt: row?.created_at ?? 0 };
  }

  function begin(sessionId: string): void {
    const it = originOf(sessionId);
    const { accountId, projectId, environment, channel, variantId, language, startedAt } = it;
    create.run(sessionId, accountId, projectId, environment, channel, variantId, language, startedAt);
  }

  function keep(sessionId: string, outline: Outline, before: readonly Turn[] = []): void {
    const { turns } = outline;
    const row = firstRow<{ seq: number }>(
      update,
      outline.ended_at,
      outline.agent_ended_at,
      outline.language,
      outline.handoff ? 1 : 0,
      outline.handoff_reason,
      outline.handoff_destination,
      turns.length,
      turns.filter((it) => it.is_silence).length,
      turns.filter((it) => it.is_ood).length,
      sessionId,
    );
    for (const [position, turn] of turns.entries()) {
      if (row && turn !== before[position]) texts.put(row.seq, position, turn);
    }
  }

  /** What the events below a sequence say. */
  function replay(sessionId: string, until: number): Projection {
    const rows = readEvents.all(sessionId, until) as EventRow[];
    return rows.reduce(
      (projection, { sequence, event }) => project(projection, { ...JSON.parse(event), sequence }),
      newProjection(originOf(sessionId).language),
    );
  }

  return {
    follow(sessionId, event) {
      const until = event.sequence ?? 0;
      if (until === 1) begin(sessionId);
      const before = projections.get(sessionId) ?? replay(sessionId, until);
      const after = project(before, event);
      if (after.outline !== before.outline) keep(sessionId, after.outline, before.outline.turns);
      if (event.kind === 'sessionEnd') projections.delete(sessionId);
      else projections.set(sessionId, after);
    },
    catchUp: db.transaction(() => {
      const isCurrent = firstRow<{ value: string }>(readProjection)?.value === PROJECTION;
      for (const { id, is_unknown } of readSessions.all() as { id: string; is_unknown: 0 | 1 }[]) {
        if (is_unknown) begin(id);
        if (is_unknown || !isCurrent) keep(id, replay(id, Number.MAX_SAFE_INTEGER).outline);
      }
      if (!isCurrent) writeProjection.run(PROJECTION);
    }),
  };
}
