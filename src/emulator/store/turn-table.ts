import type Database from 'libsql';
import type { Turn } from '../model/turn.ts';
import { firstRow } from './database.ts';

/** Turns of transcripts, and their texts for the full-text search. */
export function createTurnTable(db: Database.Database) {
  const write = db.prepare(`
    INSERT INTO turns (transcript_id, position, turn) VALUES (?, ?, ?)
    ON CONFLICT (transcript_id, position) DO UPDATE SET turn = excluded.turn
    RETURNING id
  `);
  const writeText = db.prepare(`
    INSERT OR REPLACE INTO turn_texts (rowid, user_text, agent_text) VALUES (?, ?, ?)
  `);
  const writeAll = db.prepare(`
    INSERT INTO turns (transcript_id, position, turn) SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)
  `);
  const writeAllTexts = db.prepare(`
    INSERT INTO turn_texts (rowid, user_text, agent_text)
    SELECT turns.id, turn ->> '$.user_input', turn ->> '$.agent_response'
    FROM json_each(?) CROSS JOIN turns ON transcript_id = value ->> 0 AND position = value ->> 1
  `);
  return {
    /** Inserts or replaces the turn at a position of a transcript. */
    put(transcriptId: number, position: number, turn: Turn): void {
      const row = firstRow<{ id: number }>(write, transcriptId, position, JSON.stringify(turn));
      if (row) writeText.run(row.id, turn.user_input, turn.agent_response);
    },
    /** Inserts the turns of new transcripts. One JSON text is five times as fast as a call for each turn. */
    addTranscripts(transcripts: readonly (readonly [id: number, turns: readonly Turn[]])[]): void {
      const rows = JSON.stringify(
        transcripts.flatMap(([id, turns]) =>
          turns.map((turn, position) => [id, position, JSON.stringify(turn)]),
        ),
      );
      writeAll.run(rows);
      writeAllTexts.run(rows);
    },
  };
}
