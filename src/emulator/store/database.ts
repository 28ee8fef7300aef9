import Database from 'libsql';
import { MIGRATIONS } from './migrations.ts';

/** What went wrong with the file, after it has been let go of. */
function refuse(db: Database.Database, file: string, why: string): never {
  db.close();
  throw new Error(`unable to open the journal ${file}; ${why}`);
}

/**
 * Opens, or makes, the platform's SQLite file, or one in memory (`:memory:`), and brings a file of an earlier version
 * up to date. Throws when the file is not one of ours, or is of a later version.
 */
export function openDatabase(file: string): Database.Database {
  const db = new Database(file);
  // Readers of the file do not stop the platform, and a crash loses at most the last moment.
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version > MIGRATIONS.length) refuse(db, file, 'it was written by a later version');
  const { tables } = db.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() as { tables: number };
  if (version === 0 && tables !== 0) refuse(db, file, 'it was written by something else');
  for (const [step, sql] of MIGRATIONS.entries()) {
    if (step >= version) db.exec(`BEGIN; ${sql} PRAGMA user_version = ${step + 1}; COMMIT;`);
  }
  return db;
}

/** The first row of a statement's answer. `get` of libsql adds a field of its own to it, `_metadata`. */
export const firstRow = <Row>(statement: Database.Statement, ...values: unknown[]): Row | undefined =>
  statement.all(...values)[0] as Row | undefined;
