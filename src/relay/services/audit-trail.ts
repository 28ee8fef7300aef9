import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { hashOf } from '../../base/same-secret.ts';

/** Where the lines of a trail go. */
export interface TrailSink {
  /** The line that was written last, also by an earlier process; undefined: none. */
  readonly last: string | undefined;
  /** Adds a line without its end. Throws Node's error when it cannot. */
  append(line: string): void;
}

export type AuditTrail = ReturnType<typeof createAuditTrail>;

/** The hash before the first line of a trail. */
const NOTHING = '0'.repeat(64);

/**
 * Creates a trail of records in which each line has the SHA-256 of the line before it (S-126): whoever changes, removes or adds a line
 * has to change all that follow, and the hash of one of them is elsewhere.
 */
export function createAuditTrail(sink: TrailSink) {
  let previous = sink.last === undefined ? NOTHING : hashOf(sink.last);
  return {
    /** Adds a record; returns the hash of its line. Throws the error of the sink. */
    add(record: object): string {
      const line = JSON.stringify({ stream: 'audit', ...record, previous });
      sink.append(line);
      previous = hashOf(line);
      return previous;
    },
  };
}

const trailLine = z.object({ stream: z.literal('audit'), time: z.string(), previous: z.string() });

/** A part of a trail that is whole. */
export interface TrailPart {
  readonly records: number;
  /** The trail has records before this part. */
  readonly isContinued: boolean;
  /** SHA-256 of the last line. */
  readonly hash: string;
}

/** Where a trail is broken. */
export interface TrailFault {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Checks files that are parts of one trail, in their order. */
export function verifyTrail(
  files: readonly { readonly name: string; readonly text: string }[],
): Result<TrailPart, readonly TrailFault[]> {
  const faults: TrailFault[] = [];
  let records = 0;
  let isContinued = false;
  let hash: string | undefined;
  for (const { name, text } of files) {
    for (const [index, line] of text.split('\n').entries()) {
      if (line === '') continue;
      const fault = (message: string) => faults.push({ file: name, line: index + 1, message });
      const record = trailLine.safeParse(parseJson(line)).data;
      if (!record) fault('is no record of the audit');
      else if (hash === undefined) isContinued = record.previous !== NOTHING;
      else if (record.previous !== hash) fault('the record before this one was changed or removed');
      records += 1;
      hash = hashOf(line);
    }
  }
  return faults.length > 0 ? err(faults) : ok({ records, isContinued, hash: hash ?? NOTHING });
}
