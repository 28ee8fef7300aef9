import { randomUUID } from 'node:crypto';
import type { Dialect } from '../protocol/dialect.ts';
import { encodeHistory, type SentEvent } from '../protocol/server-frames.ts';
import type { Connection } from './connection.ts';

interface Asked {
  /** The events above a sequence, in order, at most `limit`. */
  read(after: number, limit: number): readonly SentEvent[];
  readonly cursor: number;
  readonly dialect: Dialect;
  readonly at: number;
}

/** The largest history batch: one **or more** follow a handshake (messaging §4). */
const BATCH_SIZE = 100;

/** Sends what is above a cursor. */
export function sendHistory(connection: Connection, { read, cursor, dialect, at }: Asked): void {
  let after = cursor;
  let batch: readonly SentEvent[];
  do {
    batch = read(after, BATCH_SIZE);
    // An empty history is a batch too: the client waits for one.
    if (batch.length > 0 || after === cursor)
      connection.send(encodeHistory(batch, dialect, { id: randomUUID(), sequence: null, at }));
    after = batch.at(-1)?.sequence ?? after;
  } while (batch.length === BATCH_SIZE);
}
