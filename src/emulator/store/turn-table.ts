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
  return {
    /** Inserts or replaces the turn at a position of a transcript. */
    put(transcriptId: number, position: number, turn: Turn): void {
      const row = firstRow<{ id: number }>(write, transcriptId, position, JSON.stringify(turn));
      if (row) writeText.run(row.id, turn.user_input, turn.agent_response);
    },
  };
}
