import type Database from 'libsql';
import type { Turn } from '../conversations/turn.ts';
import { firstRow } from './database.ts';

/** Turns, and what is said in them for the full-text search. */
export interface TurnTexts {
  /** Adds the turn at a place of a transcript, or replaces the one that is there. */
  put(transcriptId: number, position: number, turn: Turn): void;
}

export function createTurnTexts(db: Database.Database): TurnTexts {
  const write = db.prepare(`
    INSERT INTO turns (transcript_id, position, turn) VALUES (?, ?, ?)
    ON CONFLICT (transcript_id, position) DO UPDATE SET turn = excluded.turn
    RETURNING id
  `);
  const writeText = db.prepare(`
    INSERT OR REPLACE INTO turn_texts (rowid, user_text, agent_text) VALUES (?, ?, ?)
  `);
  return {
    put(transcriptId, position, turn) {
      const row = firstRow<{ id: number }>(write, transcriptId, position, JSON.stringify(turn));
      if (row) writeText.run(row.id, turn.user_input, turn.agent_response);
    },
  };
}
