import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { TrailSink } from '../services/audit-trail.ts';

/** Longer than a record can be. */
const MAX_RECORD_BYTES = 64 * 1024;
/** Only the relay's own user reads who did what. */
const MODE = 0o600;

/** The end of a regular file; of a pipe or a terminal, which cannot be read, nothing. */
function endOf(path: string): string {
  const file = openSync(path, 'a+', MODE);
  try {
    const stat = fstatSync(file);
    if (!stat.isFile()) return '';
    const length = Math.min(stat.size, MAX_RECORD_BYTES);
    const bytes = Buffer.alloc(length);
    readSync(file, bytes, 0, length, stat.size - length);
    return bytes.toString();
  } finally {
    closeSync(file);
  }
}

/**
 * Opens a file for a trail, and makes it if it does not exist. It is opened for each record, so it may be renamed and rotated. Throws
 * Node's error when it cannot be written.
 */
export function openAuditFile(path: string): TrailSink {
  const end = endOf(path);
  // A process may have been killed in the middle of a line.
  if (end !== '' && !end.endsWith('\n')) appendFileSync(path, '\n');
  return {
    last: end.split('\n').findLast((line) => line !== ''),
    append: (line) => appendFileSync(path, `${line}\n`, { mode: MODE }),
  };
}
