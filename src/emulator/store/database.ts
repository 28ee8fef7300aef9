import Database from 'libsql';
import { SCHEMA, VERSION } from './schema.ts';

/** Closes the file and throws the reason for which it cannot be used. */
function refuse(db: Database.Database, file: string, reason: string): never {
  db.close();
  throw new Error(`unable to open the journal ${file}; ${reason}`);
}

/**
 * Opens or creates a SQLite file, or a database in memory (`:memory:`). Throws when the file was written by something else or by
 * another version.
 */
export function openDatabase(file: string): Database.Database {
  const db = new Database(file);
  // Other readers do not block the platform, and a crash loses at most the last transactions.
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  const { user_version: version } = db.prepare('PRAGMA user_version').get() as { user_version: number };
  if (version > VERSION) refuse(db, file, 'it was written by a later version');
  if (version === VERSION) return db;
  const { tables } = db.prepare('SELECT count(*) AS tables FROM sqlite_schema').get() as { tables: number };
  if (version !== 0) refuse(db, file, 'it was written by an unreleased version');
  if (tables !== 0) refuse(db, file, 'it was written by something else');
  db.exec(`BEGIN; ${SCHEMA} PRAGMA user_version = ${VERSION}; COMMIT;`);
  return db;
}

/** The first row of a result. Unlike libsql's `get` it has no extra field `_metadata`. */
export const firstRow = <Row>(statement: Database.Statement, ...values: unknown[]): Row | undefined =>
  statement.all(...values)[0] as Row | undefined;

/** An INSERT of named values into the columns of their names. */
export const insertInto = (table: string, columns: string): string =>
  `INSERT INTO ${table} (${columns}) VALUES (${columns.replace(/\w+/g, ':$&')})`;

/** Prepares each statement once. For statements of several forms, of which there are few. */
export function createStatements(db: Database.Database): (sql: string) => Database.Statement {
  const statements = new Map<string, Database.Statement>();
  return (sql) => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
}
