import type Database from 'libsql';
import { type Branch, MAIN_BRANCH } from '../model/project.ts';

/** Behaviour texts of agent branches. */
export function createBehaviorTable(db: Database.Database) {
  const read = db.prepare(
    'SELECT behavior FROM behaviors WHERE account_id = ? AND project_id = ? AND branch_id = ?',
  );
  const write = db.prepare(`
    INSERT INTO behaviors (account_id, project_id, branch_id, behavior) VALUES (?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET behavior = excluded.behavior
  `);
  const textOf = ({ accountId, projectId, branchId }: Branch) =>
    (read.get(accountId, projectId, branchId) as { behavior: string } | undefined)?.behavior;
  return {
    /** A branch without a text of its own has the text of `main`. */
    get: (branch: Branch) => textOf(branch) ?? textOf({ ...branch, branchId: MAIN_BRANCH }),
    put: ({ accountId, projectId, branchId }: Branch, behavior: string): void =>
      void write.run(accountId, projectId, branchId, behavior),
  };
}
