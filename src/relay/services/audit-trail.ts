import * as z from 'zod';
import { parseJson } from '../../base/bounded-body.ts';
import { err, ok, type Result } from '../../base/result.ts';
import { hashOf } from '../../base/same-secret.ts';

/** Destination of the lines of a trail. */
export interface TrailSink {
  /** The last written line, also of an earlier process. */
  readonly last: string | undefined;
  /** Adds a line without its line break. Throws Node's error on failure. */
  append(line: string): void;
}

export type AuditTrail = ReturnType<typeof createAuditTrail>;

/** The hash before the first line of a trail. */
const NO_HASH = '0'.repeat(64);

/**
 * Creates a trail of records. Each line contains the SHA-256 of the line before it (S-126). A change of one line therefore requires
 * a change of all later lines, and the hash of one of them is stored elsewhere.
 */
export function createAuditTrail(sink: TrailSink) {
  let previous = sink.last === undefined ? NO_HASH : hashOf(sink.last);
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

/** A valid part of a trail. */
export interface TrailPart {
  readonly records: number;
  /** The trail has records before this part. */
  readonly isContinued: boolean;
  /** SHA-256 of the last line. */
  readonly hash: string;
}

/** The place of a broken link in a trail. */
export interface TrailFault {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** Checks files as consecutive parts of one trail. */
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
      else if (hash === undefined) isContinued = record.previous !== NO_HASH;
      else if (record.previous !== hash) fault('the record before this one was changed or removed');
      records += 1;
      hash = hashOf(line);
    }
  }
  return faults.length > 0 ? err(faults) : ok({ records, isContinued, hash: hash ?? NO_HASH });
}
