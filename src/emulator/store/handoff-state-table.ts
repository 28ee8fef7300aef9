import type Database from 'libsql';
import type { Project } from '../access/project.ts';
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

export interface HandoffStateTable {
  /** The stored state. A synthetic conversation with a handoff has a state derived from its row. */
  byId(project: Project, id: string): HandoffState | undefined;
  /** The same for a row that is already loaded. */
  of(row: ConversationRow): HandoffState | undefined;
  /** The latest state with a shared id. */
  bySharedId(project: Project, sharedId: string): HandoffState | undefined;
  /** Inserts or replaces the state of a conversation. */
  put(project: Project, state: HandoffState): void;
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

export function createHandoffStateTable(db: Database.Database): HandoffStateTable {
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
  function byId({ accountId, projectId }: Project, id: string): HandoffState | undefined {
    const find = (statement: Database.Statement) => firstRow<Row>(statement, accountId, projectId, id);
    return stateOf(find(readById) ?? find(readGenerated));
  }
  return {
    byId,
    of({ account_id: accountId, project_id: projectId, id, recipe, handoff }) {
      return recipe === null || handoff === 1 ? byId({ accountId, projectId }, id) : undefined;
    },
    bySharedId: ({ accountId, projectId }, sharedId) =>
      stateOf(readBySharedId.get(accountId, projectId, sharedId) as Row | undefined),
    put: ({ accountId, projectId }, { id, sharedId, data }) =>
      void write.run(accountId, projectId, id, sharedId ?? null, JSON.stringify(data)),
  };
}
