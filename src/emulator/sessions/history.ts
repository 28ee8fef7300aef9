import { randomUUID } from 'node:crypto';
import type { Dialect } from '../../protocol/dialect.ts';
import { encodeHistory, type SentEvent } from '../../protocol/server-frames.ts';
import type { Connection } from './connection.ts';

interface HistoryRequest {
  /** The events above a sequence, in order, at most `limit`. */
  read(after: number, limit: number): readonly SentEvent[];
  readonly cursor: number;
  readonly dialect: Dialect;
  readonly at: number;
}

/** The largest number of events in one batch. A history has one or more batches (M-4.11). */
const BATCH_SIZE = 100;

/** Sends the history above a cursor. */
export function sendHistory(connection: Connection, { read, cursor, dialect, at }: HistoryRequest): void {
  let after = cursor;
  let batch: readonly SentEvent[];
  do {
    batch = read(after, BATCH_SIZE);
    // The client waits for a batch, so an empty history is sent too.
    if (batch.length > 0 || after === cursor)
      connection.send(encodeHistory(batch, dialect, { id: randomUUID(), sequence: null, at }));
    after = batch.at(-1)?.sequence ?? after;
  } while (batch.length === BATCH_SIZE);
}
