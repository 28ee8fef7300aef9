import type Database from 'libsql';
import type { Branch } from '../keys.ts';

/** The behaviour text of each agent's branches. */
export interface Behaviors {
  get(branch: Branch): string | undefined;
  put(branch: Branch, behavior: string): void;
}

export function createBehaviors(db: Database.Database): Behaviors {
  const read = db.prepare(
    'SELECT behavior FROM behaviors WHERE account_id = ? AND project_id = ? AND branch_id = ?',
  );
  const write = db.prepare(`
    INSERT INTO behaviors (account_id, project_id, branch_id, behavior) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET behavior = excluded.behavior
  `);
  return {
    get({ accountId, projectId, branchId }) {
      const row = read.get(accountId, projectId, branchId) as { behavior: string } | undefined;
      return row?.behavior;
    },
    put: ({ accountId, projectId, branchId }, behavior) =>
      void write.run(accountId, projectId, branchId, behavior),
  };
}
