import type Database from 'libsql';
import { LEAST_SIMILARITY, similarity, type Vector, vectorOf } from '../conversations/similarity.ts';
import type { Turn } from '../conversations/turn.ts';

/** The retrieval modes (specification, Conversations, rule 1). */
export type Search =
  /** All words in one turn. */
  | { readonly by: 'transcript'; readonly query: string; readonly turnType?: 'user' | 'agent' | undefined }
  /** The nearest turn counts; the nearest conversation comes first. */
  | { readonly by: 'semantic'; readonly query: string }
  /** An order that follows from the seed, from 0 to 2^31. */
  | { readonly by: 'sample'; readonly seed: number };

/** What a search adds to a query, good for one that is run at once. */
export interface Source {
  readonly join: string;
  readonly rank: string;
  readonly isRanked: boolean;
  readonly conditions: readonly (readonly [sql: string, ...values: unknown[]])[];
}

const EVERYTHING: Source = { join: '', rank: '0', isRanked: false, conditions: [] };

/** A query of FTS5 for all words of a text; null when there is none. */
function matchFor(text: string, turnType: 'user' | 'agent' | undefined): string | null {
  const words = text.match(/[\p{L}\p{M}\p{N}\p{Co}]+/gu);
  if (words === null) return null;
  const all = words.map((word) => `"${word}"`).join(' AND ');
  return turnType === undefined ? all : `{${turnType}_text} : (${all})`;
}

/** As SQL: a multiplication that scatters the sequences over 31 bits, twice, by the seed. */
function scattered(seed: number): string {
  const bits = 2 ** 31 - 1;
  const once = `((c.seq * 1103515245 + ${seed % bits}) & ${bits})`;
  const turned = `(((${once} >> 15) | (${once} << 16)) & ${bits})`;
  return `((${turned} * ${(seed % 1_000_003) * 2 + 1}) & ${bits})`;
}

export function createConversationSearch(db: Database.Database) {
  db.exec('CREATE TEMP TABLE near (transcript_id INTEGER PRIMARY KEY, rank INTEGER NOT NULL)');
  const forget = db.prepare('DELETE FROM near');
  const remember = db.prepare(
    'INSERT INTO near (transcript_id, rank) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
  );
  const readTurns = db.prepare('SELECT transcript_id, turn FROM turns');

  /** How near each transcript comes, in millionths below 0, so that the nearest is the first. */
  function nearest(query: Vector): readonly (readonly [transcriptId: number, rank: number])[] {
    const best = new Map<number, number>();
    // Many say the same.
    const known = new Map<string, number>();
    function nearOf(text: string): number {
      const vector = vectorOf(text);
      const near = vector === null ? 0 : similarity(query, vector);
      known.set(text, near);
      return near;
    }
    for (const row of readTurns.all() as { transcript_id: number; turn: string }[]) {
      const { user_input, agent_response }: Turn = JSON.parse(row.turn);
      for (const text of [user_input, agent_response]) {
        const near = known.get(text) ?? nearOf(text);
        if (near > (best.get(row.transcript_id) ?? LEAST_SIMILARITY)) best.set(row.transcript_id, near);
      }
    }
    return [...best].map(([id, near]) => [id, -Math.round(near * 1e6)]);
  }

  return {
    sourceOf(search: Search | undefined): Source {
      switch (search?.by) {
        case undefined:
          return EVERYTHING;
        case 'sample':
          return { ...EVERYTHING, rank: scattered(search.seed), isRanked: true };
        case 'transcript': {
          const match = matchFor(search.query, search.turnType);
          const found = `c.transcript_id IN (
            SELECT turns.transcript_id FROM turn_texts JOIN turns ON turns.id = turn_texts.rowid
            WHERE turn_texts MATCH ?
          )`;
          return { ...EVERYTHING, conditions: [match === null ? ['0'] : [found, match]] };
        }
        case 'semantic': {
          const vector = vectorOf(search.query);
          forget.run();
          remember.run(JSON.stringify(vector === null ? [] : nearest(vector)));
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
