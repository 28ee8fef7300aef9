import type Database from 'libsql';
import type { Project } from '../model/project.ts';
import type { ConversationRow } from './conversation-row.ts';
import { firstRow } from './database.ts';

/** State that a conversation left for the live agent who continues it. */
export interface HandoffState {
  /** The id of the conversation and of its session. */
  readonly id: string;
  readonly sharedId?: string;
  /** opaque. */
  readonly data: Readonly<Record<string, unknown>>;
}

interface Row {
  readonly id: string;
  readonly shared_id: string | null;
  readonly data: string;
}
const stateOf = (row: Row | undefined): HandoffState | undefined =>
  row && {
    id: row.id,
    ...(row.shared_id !== null && { sharedId: row.shared_id }),
    data: JSON.parse(row.data),
  };

export function createHandoffStateTable(db: Database.Database) {
  const read = (column: 'id' | 'shared_id') =>
    db.prepare(`
      SELECT id, shared_id, data FROM handoff_states
      WHERE account_id = ? AND project_id = ? AND ${column} = ? ORDER BY rowid DESC LIMIT 1
    `);
  const [readById, readBySharedId] = [read('id'), read('shared_id')];
  const readGenerated = db.prepare(`
    SELECT id, NULL AS shared_id,
      json_object('reason', handoff_reason, 'queue', handoff_destination, 'language', language) AS data
    FROM conversations WHERE account_id = ? AND project_id = ? AND id = ? AND recipe IS NOT NULL AND handoff
  `);
  const write = db.prepare(`
    REPLACE INTO handoff_states (account_id, project_id, id, shared_id, data) VALUES (?, ?, ?, ?, ?)
  `);
  /** The stored state. A synthetic conversation with a handoff has a state derived from its row. */
  function byId({ accountId, projectId }: Project, id: string): HandoffState | undefined {
    const find = (statement: Database.Statement) => firstRow<Row>(statement, accountId, projectId, id);
    return stateOf(find(readById) ?? find(readGenerated));
  }
  return {
    byId,
    /** The same for a row that is already loaded. */
    of({ account_id: accountId, project_id: projectId, id, recipe, handoff }: ConversationRow) {
      return recipe === null || handoff === 1 ? byId({ accountId, projectId }, id) : undefined;
    },
    /** The latest state with a shared id. */
    bySharedId: ({ accountId, projectId }: Project, sharedId: string) =>
      stateOf(firstRow<Row>(readBySharedId, accountId, projectId, sharedId)),
    /** Inserts or replaces the state of a conversation. */
    put: ({ accountId, projectId }: Project, { id, sharedId, data }: HandoffState): void =>
      void write.run(accountId, projectId, id, sharedId ?? null, JSON.stringify(data)),
  };
}
