import { MAX_ERRORS } from '../../platform/errors.ts';
import type { FieldError } from '../../platform/index.ts';

/** Largest size of the errors in an answer, as JSON. A body can contain tens of thousands of unknown keys. */
const MAX_BYTES = 6 * 1024;
/** Longer names of fields and messages are cut. */
const MAX_FIELD = 100;
const MAX_MESSAGE = 300;

const encoder = new TextEncoder();

const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}…`;

/** The first errors that fit into an answer. The last entry counts the missing ones. */
export function boundedErrors(errors: readonly FieldError[]): readonly FieldError[] {
  const kept: FieldError[] = [];
  let bytes = 0;
  for (const { field, message } of errors) {
    const error = { field: cut(field, MAX_FIELD), message: cut(message, MAX_MESSAGE) };
    bytes += encoder.encode(JSON.stringify(error)).byteLength + 1;
    if (bytes > MAX_BYTES || kept.length === MAX_ERRORS) {
      return [...kept, { field: '', message: `and ${errors.length - kept.length} more` }];
    }
    kept.push(error);
  }
  return kept;
}
