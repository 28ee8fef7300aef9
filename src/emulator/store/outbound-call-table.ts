import type Database from 'libsql';
import type { Environment } from '../model/origin.ts';
import { firstRow, insertInto } from './database.ts';

/** Encryption of a call. The last one is the default. */
export const ENCRYPTIONS = ['UDP/RTP', 'UDP/SRTP', 'TLS/RTP', 'TLS/SRTP'] as const;

/** A requested call. Its status follows from the time since then. */
export interface OutboundCall {
  readonly call_sid: string;
  readonly account_id: string;
  readonly project_id: string;
  readonly to_number: string;
  readonly country_code: string | null;
  /** JSON text. */
  readonly metadata: string;
  readonly encryption: (typeof ENCRYPTIONS)[number];
  readonly environment: Environment;
  readonly created_at: number;
}

const COLUMNS =
  'call_sid, account_id, project_id, to_number, country_code, metadata, encryption, environment, created_at';

export type OutboundCallTable = ReturnType<typeof createOutboundCallTable>;

export function createOutboundCallTable(db: Database.Database) {
  const read = db.prepare('SELECT * FROM outbound_calls WHERE account_id = ? AND call_sid = ?');
  const write = db.prepare(insertInto('outbound_calls', COLUMNS));
  const removeBefore = db.prepare('DELETE FROM outbound_calls WHERE created_at < ?');
  return {
    get: (accountId: string, callSid: string) => firstRow<OutboundCall>(read, accountId, callSid),
    add: (call: OutboundCall): void => void write.run(call),
    /** Deletes the calls that were requested before a time. */
    deleteBefore: (at: number): void => void removeBefore.run(at),
  };
}
