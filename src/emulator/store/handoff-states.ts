import type Database from 'libsql';
import type { Project } from '../keys.ts';

/** What a conversation left for whoever goes on with it. */
export interface HandoffState {
  /** The conversation's id, which is its session's. */
  readonly id: string;
  readonly sharedId?: string;
  /** Opaque: told as it was kept. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface HandoffStates {
  byId(project: Project, id: string): HandoffState | undefined;
  /** The one that was kept last, if several share it. */
  bySharedId(project: Project, sharedId: string): HandoffState | undefined;
  /** Replaces what was kept of the conversation. */
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

export function createHandoffStates(db: Database.Database): HandoffStates {
  const read = (column: 'id' | 'shared_id') =>
    db.prepare(`
      SELECT id, shared_id, data FROM handoff_states
      WHERE account_id = ? AND project_id = ? AND ${column} = ? ORDER BY rowid DESC LIMIT 1
    `);
  const [readById, readBySharedId] = [read('id'), read('shared_id')];
  const write = db.prepare(`
    REPLACE INTO handoff_states (account_id, project_id, id, shared_id, data) VALUES (?, ?, ?, ?, ?)
  `);
  return {
    byId: ({ accountId, projectId }, id) =>
      stateOf(readById.get(accountId, projectId, id) as Row | undefined),
    bySharedId: ({ accountId, projectId }, sharedId) =>
      stateOf(readBySharedId.get(accountId, projectId, sharedId) as Row | undefined),
    put: ({ accountId, projectId }, { id, sharedId, data }) =>
      void write.run(accountId, projectId, id, sharedId ?? null, JSON.stringify(data)),
  };
}
