import type Database from 'libsql';
import { MIN_SIMILARITY, similarity, type Vector, vectorOf } from '../model/similarity.ts';
import type { Turn } from '../model/turn.ts';

/** Retrieval mode. */
export type Search =
  /** Conversations with all words of the query in one turn. */
  | { readonly by: 'transcript'; readonly query: string; readonly turnType?: 'user' | 'agent' | undefined }
  /** Conversations with a similar turn, the most similar first. */
  | { readonly by: 'semantic'; readonly query: string }
  /** All conversations in a random order. The seed is from 0 to 2^31. */
  | { readonly by: 'sample'; readonly seed: number };

/** SQL that a search adds to a query. It is valid until the next search. */
export interface SearchSource {
  readonly join: string;
  readonly rank: string;
  readonly isRanked: boolean;
  readonly conditions: readonly (readonly [sql: string, ...values: unknown[]])[];
}

const NO_SEARCH: SearchSource = { join: '', rank: '0', isRanked: false, conditions: [] };

/** An FTS5 query for all words of a text; null for a text without words. */
function matchFor(text: string, turnType: 'user' | 'agent' | undefined): string | null {
  const words = text.match(/[\p{L}\p{M}\p{N}\p{Co}]+/gu);
  if (words === null) return null;
  const all = words.map((word) => `"${word}"`).join(' AND ');
  return turnType === undefined ? all : `{${turnType}_text} : (${all})`;
}

/** SQL for a pseudo-random 31-bit rank of a row: two multiplications of `seq` with values of the seed. */
function shuffledRank(seed: number): string {
  const bits = 2 ** 31 - 1;
  const once = `((c.seq * 1103515245 + ${seed % bits}) & ${bits})`;
  const rotated = `(((${once} >> 15) | (${once} << 16)) & ${bits})`;
  return `((${rotated} * ${(seed % 1_000_003) * 2 + 1}) & ${bits})`;
}

export function createConversationSearch(db: Database.Database) {
  db.exec('CREATE TEMP TABLE near (transcript_id INTEGER PRIMARY KEY, rank INTEGER NOT NULL)');
  const clearNear = db.prepare('DELETE FROM near');
  const writeNear = db.prepare(
    'INSERT INTO near (transcript_id, rank) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
  );
  const readTurns = db.prepare('SELECT transcript_id, turn FROM turns');

  /** Similar transcripts with their rank: the negative similarity in millionths, so that the most similar is first. */
  function nearestTranscripts(query: Vector): readonly (readonly [transcriptId: number, rank: number])[] {
    const best = new Map<number, number>();
    // Many turns have the same text.
    const cached = new Map<string, number>();
    function similarityOf(text: string): number {
      const vector = vectorOf(text);
      const value = vector === null ? 0 : similarity(query, vector);
      cached.set(text, value);
      return value;
    }
    for (const row of readTurns.all() as { transcript_id: number; turn: string }[]) {
      const { user_input, agent_response }: Turn = JSON.parse(row.turn);
      for (const text of [user_input, agent_response]) {
        const value = cached.get(text) ?? similarityOf(text);
        if (value > (best.get(row.transcript_id) ?? MIN_SIMILARITY)) best.set(row.transcript_id, value);
      }
    }
    return [...best].map(([id, value]) => [id, -Math.round(value * 1e6)]);
  }

  return {
    sourceOf(search: Search | undefined): SearchSource {
      switch (search?.by) {
        case undefined:
          return NO_SEARCH;
        case 'sample':
          return { ...NO_SEARCH, rank: shuffledRank(search.seed), isRanked: true };
        case 'transcript': {
          const match = matchFor(search.query, search.turnType);
          const found = `c.transcript_id IN (
            SELECT turns.transcript_id FROM turn_texts JOIN turns ON turns.id = turn_texts.rowid
            WHERE turn_texts MATCH ?
          )`;
          return { ...NO_SEARCH, conditions: [match === null ? ['0'] : [found, match]] };
        }
        case 'semantic': {
          const vector = vectorOf(search.query);
          clearNear.run();
          writeNear.run(JSON.stringify(vector === null ? [] : nearestTranscripts(vector)));
          return {
            join: 'CROSS JOIN near ON near.transcript_id = c.transcript_id',
            rank: 'near.rank',
            isRanked: true,
            conditions: [],
          };
        }
      }
    },
  };
}
