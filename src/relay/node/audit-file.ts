import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { TrailSink } from '../services/audit-trail.ts';

/** More than any record needs. */
const MAX_RECORD_BYTES = 64 * 1024;
/** Only the relay's own user may read the audit. */
const MODE = 0o600;

/** Reads the end of a regular file. Pipes and terminals cannot be read, so they give nothing. */
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
 * Opens a file for a trail, and creates it if necessary. Each record opens it again, so it may be renamed and rotated.
 * Throws Node's error if it cannot be written.
 */
export function openAuditFile(path: string): TrailSink {
  const end = endOf(path);
  // An earlier process may have been killed in the middle of a line.
  if (end !== '' && !end.endsWith('\n')) appendFileSync(path, '\n');
  return {
    last: end.split('\n').findLast((line) => line !== ''),
    append: (line) => appendFileSync(path, `${line}\n`, { mode: MODE }),
  };
}
