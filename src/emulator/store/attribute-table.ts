import type Database from 'libsql';
import type { Branch } from '../model/project.ts';
import { firstRow } from './database.ts';

export interface Attribute {
  readonly id: string;
  readonly name: string;
}

/** Attributes of agent branches. */
export function createAttributeTable(db: Database.Database) {
  const ofBranch = 'account_id = ? AND project_id = ? AND branch_id = ?';
  const readAll = db.prepare(`SELECT id, name FROM attributes WHERE ${ofBranch} ORDER BY rowid`);
  const read = db.prepare(`SELECT id, name FROM attributes WHERE ${ofBranch} AND id = ?`);
  const write = db.prepare(
    'INSERT INTO attributes (id, account_id, project_id, branch_id, name) VALUES (?, ?, ?, ?, ?)',
  );
  const writeName = db.prepare('UPDATE attributes SET name = ? WHERE id = ?');
  const remove = db.prepare('DELETE FROM attributes WHERE id = ?');
  const keyOf = ({ accountId, projectId, branchId }: Branch) => [accountId, projectId, branchId];
  return {
    /** The attributes of a branch, oldest first. */
    list: (branch: Branch): readonly Attribute[] => readAll.all(...keyOf(branch)) as Attribute[],
    get: (branch: Branch, id: string) => firstRow<Attribute>(read, ...keyOf(branch), id),
    add: (branch: Branch, { id, name }: Attribute): void => void write.run(id, ...keyOf(branch), name),
    rename: (id: string, name: string): void => void writeName.run(name, id),
    delete: (id: string): void => void remove.run(id),
  };
}
