import type Database from 'libsql';
import { firstRow } from './database.ts';

/** How a call is protected on its way; the last one is the default. */
export const ENCRYPTIONS = ['UDP/RTP', 'UDP/SRTP', 'TLS/RTP', 'TLS/SRTP'] as const;

/** A call as it was asked for; everything that becomes of it follows from the time. */
export interface OutboundCall {
  readonly call_sid: string;
  readonly account_id: string;
  readonly project_id: string;
  readonly to_number: string;
  readonly country_code: string | null;
  /** Opaque, as JSON. */
  readonly metadata: string;
  readonly encryption: (typeof ENCRYPTIONS)[number];
  readonly created_at: number;
}

export interface OutboundCalls {
  get(accountId: string, callSid: string): OutboundCall | undefined;
  add(call: OutboundCall): void;
  /** Forgets the calls that were made before a time. */
  deleteBefore(at: number): void;
}

export function createOutboundCalls(db: Database.Database): OutboundCalls {
  const read = db.prepare('SELECT * FROM outbound_calls WHERE account_id = ? AND call_sid = ?');
  const write = db.prepare(`
    INSERT INTO outbound_calls (
      call_sid, account_id, project_id, to_number, country_code, metadata, encryption, created_at
    ) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  `);
  const removeBefore = db.prepare('DELETE FROM outbound_calls WHERE created_at < ?');
  return {
    get: (accountId, callSid) => firstRow<OutboundCall>(read, accountId, callSid),
    add: (it) =>
      void write.run(
        it.call_sid,
        it.account_id,
        it.project_id,
        it.to_number,
        it.country_code,
        it.metadata,
        it.encryption,
        it.created_at,
      ),
    deleteBefore: (at) => void removeBefore.run(at),
  };
}
